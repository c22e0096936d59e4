"""Rule sets on the screen: their list, the editor of house rules, agreed deviations."""
