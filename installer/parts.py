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
import sys
import sysconfig
from collections.abc import Iterable
from importlib import metadata
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[1]
Collected = Iterable[tuple[str, str, str]]
"""What PyInstaller collected: the name in the folder, the file it is copied from, and its kind."""
LICENSE_NAMES = ("licen", "copying", "copyright", "notice", "authors")


class Library(NamedTuple):
    """A library that comes inside a Python package."""

    name: str
    """Matches the beginning of its file's name."""
    part: str
    """What it is of; `installer/licenses` has a folder of that name, unless the package has its
    license."""
    license: str
    version: bytes = rb"(?!)"
    """Matches its version in its name or its bytes."""


LIBRARIES = (
    Library(
        r"(lib)?Qt6?Core",
        "Qt",
        "LGPL-3.0-only OR GPL-2.0-only OR GPL-3.0-only",
        rb"Qt (6\.\d+\.\d+) \(",
    ),
    Library(r"(lib)?Qt6?Pdf", "PDFium", "Apache-2.0 AND BSD-3-Clause"),
    Library(r"(lib)?Qt6?Gui|_harfbuzz", "HarfBuzz", "MIT-Modern-Variant"),
    Library(r"libicuuc", "ICU", "Unicode-3.0", rb"icudt(\d+)"),
    Library(r"libpq\b", "libpq", "PostgreSQL", rb"so\.5\.(\d+)\0"),
    Library(r"lib(ssl|crypto)\b", "OpenSSL", "Apache-2.0", rb"OpenSSL (\d+\.\d+\.\d+) "),
    Library(r"lib(ldap|lber)\b", "OpenLDAP", "OLDAP-2.8"),
    Library(r"libcrypt\b", "glibc", "LGPL-2.1-or-later"),
    Library(
        r"lib(krb5|k5crypto|gssapi_krb5|krb5support)\b|libcom_err.*\b3\.0\b",
        "krb5",
        "MIT",
        rb"krb5-(\d+\.\d+(?:\.\d+)?)-",
    ),
    Library(r"libcom_err.*\b2\.1\b", "libcom_err", "MIT"),
    Library(r"libsasl2\b", "cyrus-sasl-lib", "BSD-4-Clause"),
    Library(r"libkeyutils\b", "keyutils-libs", "LGPL-2.1-or-later"),
    # These are in pillow's own list, and their licenses in its own.
    Library(
        r"lib(avif|brotli\w+|freetype|harfbuzz|jpeg|lcms2|lzma|openjp2|png16|sharpyuv|tiff|webp\w*"
        r"|Xau|xcb|z|zstd)\b",
        "pillow",
        "MIT-CMU",
    ),
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
    components += _libraries_in(packages, {each["name"] for each in components}, out)
    if not debian:
        components.append(_component("python", platform.python_version(), "PSF-2.0"))
        for folder in (sys.base_prefix, sysconfig.get_path("stdlib")):  # Windows; macOS
            if (file := Path(folder) / "LICENSE.txt").exists():
                _copy_license(file, out, "python")
    _copy_license(ROOT / "LICENSE", out, "scorepad")
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
        name = each.metadata["Name"]
        folder = Path(str(each.locate_file(""))).resolve()
        own = {folder / file for file in each.files or ()}
        # What starts the program is PyInstaller's, and not among the files.
        if name == "pyinstaller" or (name != "scorepad" and own & files):
            packages[each] = own & files
    return packages


def _python_component(package: metadata.Distribution, out: Path) -> dict[str, Any]:
    name, version = package.metadata["Name"], package.version
    for each in package.files or ():
        file = Path(str(package.locate_file(each)))
        if ".dist-info" in str(each) and each.name.lower().startswith(LICENSE_NAMES):
            _copy_license(file, out, name)
    license_name = package.metadata.get("License-Expression") or package.metadata.get("License", "")
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


def _libraries_in(
    packages: dict[metadata.Distribution, set[Path]], listed: set[str], out: Path
) -> list[dict[str, Any]]:
    """Return the libraries inside Python packages that are not among the `listed` parts, and copy
    their licenses.  Stops the build at a library of which nobody says what it is."""
    versions: dict[Library, str] = {}
    for file in sorted(each for of in packages.values() for each in of):
        library = next((each for each in LIBRARIES if re.match(each.name, file.name)), None)
        if library is not None:
            match = re.search(library.version, file.name.encode() + b"\0" + file.read_bytes())
            versions[library] = match[1].decode() if match else versions.get(library, "")
        elif file.parent.name.endswith((".libs", ".dylibs")):
            sys.exit(f"{file} is of no part; name it in LIBRARIES ({__file__}).")
    for library in versions:
        for text in sorted(ROOT.glob(f"installer/licenses/{library.part}/*")):
            _copy_license(text, out, library.part)
    return [
        _component(each.part, version, each.license)
        for each, version in versions.items()
        if each.part not in listed
    ]


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
