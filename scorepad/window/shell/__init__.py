"""The frame round all pages: main window, tabs, menu, palette, banners, settings, clock watch."""
