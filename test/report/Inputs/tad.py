# ===- tad.py - Checks a workspace for Tad --------------------------------===#
#
# Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===#
#
#   tad.py LOG WORKSPACE [EXTRA COLUMN…]
#
# An extra column +NAME is one of numbers, which are summed.
# The model below is a workspace that Tad 0.14 opened.

import json
import os
import sys

log, workspace, *extra = sys.argv[1:]
names = ["bytes allocated"] + [each for each in extra if not each.startswith("+")]
expected = {
    "tadFileFormatVersion": 2,
    "contents": {
        "dsPath": {
            "sourceId": {
                "providerName": "localfs",
                "resourceId": os.path.realpath(log),
            },
            "path": ["."],
        },
        "viewParams": {
            "showRoot": True,
            "showColumnHistograms": False,
            "displayColumns": ["call count", "total bytes", "bytes allocated"]
            + [each.lstrip("+") for each in extra],
            "vpivots": ["pc0", "pc1", "pc2", "pc3"],
            "pivotLeafColumn": "bytes allocated",
            "sortKey": [["total bytes", False]],
            "openPaths": {"_rep": {}},
            "aggMap": dict.fromkeys(names, "uniq"),
            "defaultFormats": {
                "string": {"type": "TextFormatOptions", "urlsAsHyperlinks": False},
                "integer": {
                    "type": "NumFormatOptions",
                    "commas": True,
                    "decimalPlaces": 0,
                    "exponential": False,
                    "formatMethod": "toLocaleString",
                },
                "real": {
                    "type": "NumFormatOptions",
                    "commas": True,
                    "decimalPlaces": 2,
                },
                "boolean": {"type": "NumFormatOptions", "decimalPlaces": 0},
            },
            "columnFormats": {},
            "showHiddenCols": False,
            "filterExp": {"expType": "FilterExp", "op": "AND", "opArgs": []},
        },
    },
}
with open(workspace, encoding="utf-8") as file:
    actual = json.load(file)
if actual != expected:
    sys.exit("%s\nwhere expected:\n%s" % (json.dumps(actual), json.dumps(expected)))
