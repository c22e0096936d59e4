"""The papers of sheets, and their margins; all sizes are in points."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

Paper: TypeAlias = Literal["A4", "Letter"]
PAPER_SIZES: Final[dict[Paper, tuple[float, float]]] = {
    "A4": (595.276, 841.89),
    "Letter": (612.0, 792.0),
}
MARGIN: Final = 38.0  # points
"""The free space on the left and on the right."""
TOP: Final = 34.0  # points
LETTERHEAD: Final = 11.0  # points
"""The letterhead begins here, above everything else."""
HALF_LETTERHEAD: Final = 9.0  # points
"""The same on half a page."""
FOOTER: Final = 30.0  # points
"""The footer reaches from the foot of the last block to the edge of the paper."""
HALF_TOP: Final = 21.0  # points
"""A sheet of half a page has these smaller measures at its top and its foot."""
HALF_FOOTER: Final = 18.0  # points
