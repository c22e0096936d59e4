"""What is printed or exported: sheets, books and exports chosen, previewed, made and checked."""
