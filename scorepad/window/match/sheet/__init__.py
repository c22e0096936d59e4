"""The score sheet on the screen."""
