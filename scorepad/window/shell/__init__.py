"""The frame round all pages.

Its modules:

    session          one run of the window, which may replace its main window
    main_window      the main window
    environment      the services and requests of the parts of a window
    navigation       which page is shown, and where "back" leads
    pages            the pages beside the tables
    open_tables      the tables that are open, each with its page
    tabs             the strip of open tables
    menu             the menu bar
    finder           finds tables, matches, events, actions, settings and help
    banners          lasting messages and questions
    clock_watch      finds the warnings that are due on clocks
    clock_messages   shows them
    alarm            sounds them
    print_jobs       prints and exports several matches in the background
    sharing          the other laptops: the process that exchanges, and the line about them
    settings_page    the settings
    guide_page       the guide, and the page about the program
    window_place     where a window stood, and how large it was
"""
