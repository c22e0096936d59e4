"""The entry bar: bids and tricks typed at the table.

Its modules:

    entry_bar    takes the keys
    view         the widgets of the bar
    contents     the contents of the bar in each of its states, as values
    sentences    its sentences
    boxes        the contents of the boxes, one for each number to type
    seats        the boxes as buttons, round the table or in a row
    keypad       the keys on the screen
"""
