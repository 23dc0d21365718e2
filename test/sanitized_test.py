# ===- sanitized_test.py - A test that no sanitizer may complain about -----===#
#
# Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===#
"""The format of tests that run with sanitizer=.

A module of its own, because lit hands formats to its worker processes by name.
"""

import glob
import os

import lit.formats
import lit.Test
import lit.TestRunner

# The profiler does not allocate: leaks are those of the tests (and LeakSanitizer
# would end a program before its log is written), and so is a malloc in a handler.
OPTIONS = "log_path=%s:detect_leaks=0:report_signal_unsafe=0:die_after_fork=0"


class SanitizedTest(lit.formats.ShTest):
    """Fails as well where a process has left a report, whatever its exit status
    and whoever reads its standard error."""

    def execute(self, test, lit_config):
        place = lit.TestRunner.getTempPaths(test)[1] + ".report"
        for path in glob.glob(place + ".*"):
            os.unlink(path)
        for name in ("ASAN_OPTIONS", "UBSAN_OPTIONS", "TSAN_OPTIONS"):
            test.config.environment[name] = OPTIONS % place
        result = super().execute(test, lit_config)
        for path in sorted(glob.glob(place + ".*")):
            with open(path, errors="replace") as report:
                result.output += "\n%s:\n%s" % (path, report.read())
            if not result.code.isFailure:
                result.code = lit.Test.FAIL
        return result
