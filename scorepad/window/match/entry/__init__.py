"""The entry bar: bids and tricks typed at the table.

Its modules:

    entry_bar    takes the keys
    view         the widgets of the bar
    contents     what the bar shows in each of its states, as values
    sentences    the sentences that it says
    large_line   the line of the prompt, the bids or the result
    end_moment   the result, large, when the game has just ended
    boxes        the boxes of the numbers that are asked
    keypad       the keys on the screen
"""
