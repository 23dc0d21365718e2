"""usage: more_measures.py MEASURES_INC

The list with a mode, a number that is counted in it, and three measures of it more.
"""

import sys

MORE = {
    "#undef ALLOCSITE_MODE\n": "ALLOCSITE_MODE(Tested, 1u << 31)\n",
    "#undef ALLOCSITE_COUNTED_BY_MODE\n": "ALLOCSITE_COUNTED_BY_MODE(Twice, Sum, Tested)\n",
    "#undef ALLOCSITE_MEASURE\n": (
        'ALLOCSITE_MEASURE(Twice, "twice the calls", "twice", Count, Sum, Tested, Twice)\n'
        'ALLOCSITE_MEASURE(Failed, "failed calls", "failed", Count, Sum, Tested, IsFailed ? Calls : 0)\n'
        'ALLOCSITE_MEASURE(Largest, "largest count", "largest", Count, Max, Tested, Calls)\n'
    ),
}

text = open(sys.argv[1]).read()
for end, lines in MORE.items():
    assert text.count(end) == 1, end
    text = text.replace(end, lines + end)
print(text, end="")
