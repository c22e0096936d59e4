"""The colors of the three themes, which `theme` puts on the screen."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final


@dataclass(frozen=True)
class Colors:
    """The colors of one theme, as `#rrggbb`."""

    name: str
    dark: bool
    ground: str
    surface: str
    raised: str
    line: str
    edge: str
    ink: str
    soft: str
    accent: str
    on_accent: str
    wash: str
    focus: str
    good: str
    bad: str
    warn: str
    bad_wash: str
    warn_wash: str
    good_wash: str
    side0: str
    side1: str
    side0_wash: str
    side1_wash: str

    def side(self, side: int) -> str:
        """Return the color of a side's name and bars; the name itself always is beside it."""
        return self.side1 if side else self.side0

    def side_wash(self, side: int) -> str:
        """Return the ground of a side's cells."""
        return self.side1_wash if side else self.side0_wash


TABLE: Final = """
ground      #efede6  #121417  #000000
surface     #fffefb  #1a1d21  #000000
raised      #ffffff  #24282d  #000000
line        #dcd8cc  #4a525b  #ffffff
edge        #85806f  #7f8892  #ffffff
ink         #1b1c1f  #f1efe9  #ffffff
soft        #5a584f  #b3b6b8  #ffffff
accent      #1d5a41  #7fd0a4  #ffee00
on_accent   #ffffff  #0c1f16  #000000
wash        #e2ede5  #1f3229  #333300
focus       #0b62c4  #7db8ff  #00ffff
good        #1d6b3f  #84d6a3  #7dff9a
bad         #a8201a  #ff9d92  #ffa8a0
warn        #7d4b00  #f2c063  #ffee00
bad_wash    #fbe7e3  #3d2220  #330000
warn_wash   #fdf0d2  #382d18  #472a00
good_wash   #e2f1e6  #1c3325  #002b0f
side0       #234b8c  #9dc0ff  #9fd8ff
side1       #8c3417  #ffb495  #ffc59a
side0_wash  #e7edf7  #1f2937  #001a33
side1_wash  #f8eae3  #35251e  #331500
"""
"""Each color in the light, the dark and the contrast theme."""
_NAMES, *_COLUMNS = zip(*map(str.split, TABLE.strip().splitlines()), strict=True)
LIGHT, DARK, CONTRAST = (
    Colors(name, name != "light", **dict(zip(_NAMES, column, strict=True)))
    for name, column in zip(("light", "dark", "contrast"), _COLUMNS, strict=True)
)
THEMES: Final = {each.name: each for each in (LIGHT, DARK, CONTRAST)}


def with_side_colors(colors: Colors, sides: str) -> Colors:
    """Return the theme's colors with the sides' as the setting has them: `blue-red` or
    `red-blue`."""
    if sides != "red-blue":
        return colors
    return replace(
        colors,
        side0=colors.side1,
        side1=colors.side0,
        side0_wash=colors.side1_wash,
        side1_wash=colors.side0_wash,
    )
