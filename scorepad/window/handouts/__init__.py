"""What is handed out: sheets, books and exports chosen, previewed, made and checked."""
