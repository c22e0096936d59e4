"""The entry bar: bids and tricks typed at the table.

Its modules:

    entry_bar    takes the keys
    view         the widgets of the bar
    contents     what the bar shows in each of its states, as values
    sentences    the sentences that it says
    boxes        what the boxes of the numbers show that are asked
    seats        the boxes as buttons, round the table or in a row
    keypad       the keys on the screen
"""
