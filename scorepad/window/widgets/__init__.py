"""Controls, lists and layouts made of Qt's; they are given plain values and know no match."""
