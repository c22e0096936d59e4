"""Domain values put into words for the screen."""
