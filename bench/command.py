# ===- command.py - What the commands here have in common -----------------===#
#
# Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""The options of all commands, and how an error ends one."""

import argparse
import os
import sys

import build
import measure
import works


def parser(description):
    """With --llvm and --works; `description` is shown as it is."""
    made = argparse.ArgumentParser(
        description=description, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    made.add_argument("--llvm", default="19", metavar="N", help="default: 19")
    made.add_argument("--works", default="", metavar="A,B", help="default: all")
    return made


def parser_with_build(description):
    """The same with --build, for what measures one build."""
    made = parser(description)
    made.add_argument("--build", default=os.path.join(works.SOURCE, "build"))
    return made


def names(text):
    """Of a list with commas."""
    return [name for name in text.split(",") if name]


def run(name, main):
    """Ends the program with what `main` returns, or with the error of a compiler or of a
    program that was measured."""
    try:
        sys.exit(main())
    except build.CalledProcessError as error:
        sys.exit("%s: error: %s\n%s" % (name, " ".join(error.cmd), error.output))
    except measure.Failed as error:
        sys.exit("%s: error: %s" % (name, error))
