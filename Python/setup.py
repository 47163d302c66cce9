"""Builds spamkit._core with the decision core inside: the static library for C is linked into it.

The library comes from the folder that SPAMKIT_CAPI names, as `make capi` makes it, or is built by
that command in the repository around this folder, with the arguments of SPAMKIT_CAPI_MAKE.
"""

import os
import pathlib
import platform
import shlex
import shutil
import subprocess
import sys
import sysconfig

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

HERE = pathlib.Path(__file__).resolve().parent

if sys.platform == "darwin":
    # The library is of this processor alone, whatever the interpreter was built for.
    os.environ.setdefault("ARCHFLAGS", f"-arch {platform.machine()}")


class NotBuildable(SystemExit):
    def __init__(self, found, advice):
        super().__init__(f"spamkit: the decision core cannot be built here: {found}; {advice}")


def check_compiler():
    """Says what is missing before minutes of Swift, not after them."""
    compiler = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")[0]
    if not shutil.which(compiler):
        raise NotBuildable(f"there is no compiler {compiler}", "install gcc or clang, or name another one by CC")
    header = pathlib.Path(sysconfig.get_paths()["include"], "Python.h")
    if not header.exists():
        raise NotBuildable("there is no Python.h", "install python3-dev, or this Python's package of headers")


def library():
    """The folder with include/ and lib/ of the library for C."""
    given = os.environ.get("SPAMKIT_CAPI")
    if given:
        folder = pathlib.Path(given).resolve()
        if not (folder / "lib/libspamfilter.a").exists():
            raise NotBuildable(f"SPAMKIT_CAPI is {given}, where no lib/libspamfilter.a is", "make it by `make capi`")
        return folder
    root = HERE.parent
    if not (root / "Sources/CSpamFilter").is_dir():
        raise NotBuildable(
            "its sources are not around this folder",
            "install from a clone of the repository (pip install ./Python), or let SPAMKIT_CAPI name what `make capi` makes",
        )
    for tool, advice in (("swift", "install a Swift 6.2 toolchain or newer from swift.org"), ("make", "install make")):
        if not shutil.which(tool):
            raise NotBuildable(f"there is no {tool}", f"{advice}, or install a wheel, which needs no Swift")
    try:
        subprocess.run(
            ["make", "-C", str(root), "capi", *shlex.split(os.environ.get("SPAMKIT_CAPI_MAKE", ""))], check=True
        )
    except subprocess.CalledProcessError as error:
        raise NotBuildable(
            f"`make capi` failed with the exit code {error.returncode}", "its last lines say why"
        ) from None
    return root / ".build/capi"


class BuildModules(build_py):
    def run(self):
        # What an older build left there would go into the wheel.
        for folder in (HERE / "build").glob("lib*/spamkit"):
            shutil.rmtree(folder)
        super().run()


class BuildCore(build_ext):
    def build_extension(self, extension):
        check_compiler()
        folder = library()
        # The library and the list of exports are parts of the module too: it is always linked again.
        self.force = True
        extension.include_dirs = [str(folder / "include")]
        if sys.platform == "darwin":
            # The Swift library is a part of the system.
            extension.extra_objects = [str(folder / "lib/libspamfilter.a")]
            extension.extra_link_args = ["-L/usr/lib/swift", "-lswiftCore"]
        else:
            # Nothing but the module's beginning is shown, so that another Swift in the process is
            # never mixed with this one. The library for C++ is that of every Linux.
            extension.extra_objects = [str(folder / "lib/libspamfilter.a")]
            extension.extra_link_args = [
                "-Wl,--gc-sections",
                f"-Wl,--version-script={HERE / 'exports.map'}",
                "-Wl,-s",
                "-lstdc++",
                "-lm",
                "-lpthread",
                "-ldl",
            ]
        super().build_extension(extension)


setup(
    ext_modules=[
        Extension(
            "spamkit._core",
            ["src/spamkit/_core.c"],
            py_limited_api=True,
            depends=["../Sources/CSpamFilterHeader/include/spamfilter.h"],
            extra_compile_args=["-std=c11", "-O2", "-Wall", "-Wextra", "-fvisibility=hidden"],
        )
    ],
    cmdclass={"build_ext": BuildCore, "build_py": BuildModules},
    options={"bdist_wheel": {"py_limited_api": "cp310"}},
)
