"""The table of what searches have found, compiled: exact keys, and bounds of values.

``jit.specialised("damier.engines.table", KEY_BITS=60, VALUE_BITS=7)`` is the table of a kernel whose
positions are numbers below ``2**60`` and whose values lie between -64 and 64.
"""

KEY_BITS = 49
"""Every position is a number of so many bits, at most 64, that no other position has."""
VALUE_BITS = 6
"""A value is greater than ``-2**(VALUE_BITS - 1)`` and less than ``2**(VALUE_BITS - 1)``."""
