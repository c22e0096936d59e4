"""Lists the parts of the frozen program: an SBOM (CycloneDX), and the license texts of all.

`scorepad.spec` calls `list_parts` with what PyInstaller collected.  A file is of the Python package
that installed it, else of the Debian package that has it, else of Python.
"""

from __future__ import annotations

import json
import platform
import re
import shutil
import subprocess
from collections.abc import Iterable
from importlib import metadata
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
Collected = Iterable[tuple[str, str, str]]
"""What PyInstaller collected: the name in the folder, the file it is copied from, and its kind."""
LICENSE_NAMES = ("licen", "copying", "copyright", "notice", "authors")
OWN = (
    (ROOT / "LICENSE", "scorepad"),
    *((each, "Qt") for each in ROOT.glob("installer/licenses/*")),
)


def list_parts(
    version: str, collected: Collected, modules: Collected, out: Path
) -> list[tuple[str, str, str]]:
    """Write the SBOM of this `version` and the license texts into `out`, a new folder; return them
    as data files."""
    shutil.rmtree(out, ignore_errors=True)
    files = {Path(source).resolve() for _, source, _ in (*collected, *modules) if source}
    packages = _python_packages(files)
    debian = _debian_packages(files - {each for of in packages.values() for each in of})
    components = [_python_component(each, out) for each in packages]
    components += [part for each in packages for part in _listed_in(each)]
    components += [_debian_component(name, out) for name in debian]
    components += _parts_of_qt(files, packages)
    if not debian:
        components.append(_component("python", platform.python_version(), "PSF-2.0"))
    for file, part in OWN:
        _copy_license(file, out, part)
    by_ref = {each["bom-ref"]: each for each in components}
    bom = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": _component("scorepad", version, "MIT", "application")},
        "components": [by_ref[each] for each in sorted(by_ref)],
    }
    out.mkdir(parents=True, exist_ok=True)
    (out / "sbom.cdx.json").write_text(json.dumps(bom, indent=1) + "\n", "utf-8")
    written = sorted(each for each in out.rglob("*") if each.is_file())
    return [(f"licenses/{each.relative_to(out).as_posix()}", str(each), "DATA") for each in written]


def _python_packages(files: set[Path]) -> dict[metadata.Distribution, set[Path]]:
    """Return the Python packages that installed some of these files, with those files."""
    packages = {}
    for each in metadata.distributions():
        own = {Path(str(each.locate_file(file))).resolve() for file in each.files or ()}
        if each.metadata["Name"] not in ("scorepad", "pyinstaller") and own & files:
            packages[each] = own & files
    return packages


def _python_component(package: metadata.Distribution, out: Path) -> dict[str, Any]:
    name, version = package.metadata["Name"], package.version
    for each in package.files or ():
        file = Path(str(package.locate_file(each)))
        if ".dist-info" in str(each) and each.name.lower().startswith(LICENSE_NAMES):
            _copy_license(file, out, name)
    license_name = package.metadata["License-Expression"] or package.metadata["License"] or ""
    if len(license_name) > 60 or not license_name:  # some give the whole text
        classifiers = package.metadata.get_all("Classifier") or ()
        licenses = (each for each in classifiers if each.startswith("License ::"))
        license_name = next(licenses, "see its files").rpartition(" :: ")[2]
    purl = f"pkg:pypi/{name.lower()}@{version}"
    return _component(name, version, license_name) | {"purl": purl, "bom-ref": purl}


def _listed_in(package: metadata.Distribution) -> list[dict[str, Any]]:
    """Return the parts that a package's own SBOMs list: libraries that it was built with."""
    parts = []
    for each in package.files or ():
        if "/sboms/" in f"/{each.as_posix()}" and each.name.endswith(".json"):
            listed = json.loads(Path(str(package.locate_file(each))).read_text("utf-8"))
            parts += [part for part in listed.get("components", ()) if "name" in part]
    by_name = {(part["name"], part.get("version", "")): part for part in parts}
    of = package.metadata["Name"]
    return [
        {
            "type": part.get("type", "library"),
            "bom-ref": part.get("purl") or f"{of}/{name}@{version}",
            "name": name,
            "version": version,
            "licenses": part.get("licenses", []),
        }
        for (name, version), part in by_name.items()
        if name.lower() != of.lower()
    ]


def _parts_of_qt(
    files: Iterable[Path], packages: Iterable[metadata.Distribution]
) -> list[dict[str, Any]]:
    """Return Qt and the ICU that come inside PySide6, which does not list them."""
    versions = {each.metadata["Name"].lower(): each.version for each in packages}
    qt = versions["pyside6_essentials"]
    components = [_component("Qt", qt, "LGPL-3.0-only OR GPL-2.0-only OR GPL-3.0-only")]
    icu = {
        match[1] for each in files if (match := re.fullmatch(r"libicudata\.so\.(\d+)", each.name))
    }
    return [*components, *(_component("ICU", version, "Unicode-3.0") for version in icu)]


def _debian_packages(files: set[Path]) -> list[str]:
    """Return the Debian packages that have these files; none on other systems."""
    if shutil.which("dpkg-query") is None:
        return []
    # /lib is a link to /usr/lib, and dpkg knows a file by the name in its package.
    names = {name for each in files for name in (str(each), str(each).removeprefix("/usr"))}
    done = subprocess.run(
        ["dpkg-query", "--search", *sorted(names)],
        capture_output=True,
        encoding="utf-8",
        check=False,  # our own files are in no package
    )
    lines = (line.partition(": ")[0] for line in done.stdout.splitlines())
    return sorted({name.partition(":")[0] for line in lines for name in line.split(", ")})


def _debian_component(name: str, out: Path) -> dict[str, Any]:
    done = subprocess.run(
        ["dpkg-query", "--show", "--showformat=${Version} ${Architecture}", name],
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    version, architecture = done.stdout.split()[:2]
    _copy_license(Path("/usr/share/doc") / name / "copyright", out, name)
    purl = f"pkg:deb/debian/{name}@{version}?arch={architecture}"
    license_name = f"see licenses/{name}"
    return _component(name, version, license_name) | {"purl": purl, "bom-ref": purl}


def _component(name: str, version: str, license_name: str, kind: str = "library") -> dict[str, Any]:
    return {
        "type": kind,
        "bom-ref": f"{name}@{version}",
        "name": name,
        "version": version,
        "licenses": [{"license": {"name": license_name}}],
    }


def _copy_license(file: Path, out: Path, part: str) -> None:
    folder = out / part
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(file, folder / file.name)
