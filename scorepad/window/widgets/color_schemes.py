"""Each of the three themes has its colors here; `theme` puts them on the screen."""

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
        """Return the ground behind what belongs to a side."""
        return self.side1_wash if side else self.side0_wash


LIGHT: Final = Colors(
    name="light",
    dark=False,
    ground="#efede6",
    surface="#fffefb",
    raised="#ffffff",
    line="#dcd8cc",
    edge="#85806f",
    ink="#1b1c1f",
    soft="#5a584f",
    accent="#1d5a41",
    on_accent="#ffffff",
    wash="#e2ede5",
    focus="#0b62c4",
    good="#1d6b3f",
    bad="#a8201a",
    warn="#7d4b00",
    bad_wash="#fbe7e3",
    warn_wash="#fdf0d2",
    good_wash="#e2f1e6",
    side0="#234b8c",
    side1="#8c3417",
    side0_wash="#e7edf7",
    side1_wash="#f8eae3",
)
DARK: Final = Colors(
    name="dark",
    dark=True,
    ground="#121417",
    surface="#1a1d21",
    raised="#24282d",
    line="#4a525b",
    edge="#7f8892",
    ink="#f1efe9",
    soft="#b3b6b8",
    accent="#7fd0a4",
    on_accent="#0c1f16",
    wash="#1f3229",
    focus="#7db8ff",
    good="#84d6a3",
    bad="#ff9d92",
    warn="#f2c063",
    bad_wash="#3d2220",
    warn_wash="#382d18",
    good_wash="#1c3325",
    side0="#9dc0ff",
    side1="#ffb495",
    side0_wash="#1f2937",
    side1_wash="#35251e",
)
CONTRAST: Final = Colors(
    name="contrast",
    dark=True,
    ground="#000000",
    surface="#000000",
    raised="#000000",
    line="#ffffff",
    edge="#ffffff",
    ink="#ffffff",
    soft="#ffffff",
    accent="#ffee00",
    on_accent="#000000",
    wash="#333300",
    focus="#00ffff",
    good="#7dff9a",
    bad="#ffa8a0",
    warn="#ffee00",
    bad_wash="#330000",
    warn_wash="#472a00",
    good_wash="#002b0f",
    side0="#9fd8ff",
    side1="#ffc59a",
    side0_wash="#001a33",
    side1_wash="#331500",
)
THEMES: Final = {"light": LIGHT, "dark": DARK, "contrast": CONTRAST}


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
