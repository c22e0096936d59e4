"""Takes the contents of the site from the first page of the guide, as the program does."""

import re
from pathlib import Path
from typing import Any


def on_config(config: Any) -> Any:
    """Set the navigation of the site."""
    groups: list[dict[str, Any]] = []
    for line in Path(config["docs_dir"], "index.md").read_text("utf-8").splitlines():
        if line.startswith("# "):
            groups.append({line[2:]: "index.md"})
        elif line.startswith("## "):
            groups.append({line[3:]: []})
        elif entry := re.fullmatch(r"- \[(.+)\]\((.+)\)", line):
            (pages,) = groups[-1].values()
            pages.append({entry[1]: entry[2]})
    config["nav"] = groups
    return config
