"""The defects that this engine can have: mistakes that are easy to make in Python."""

DEFECTS = {
    "bankers-rounding": "quantize() rounds half to even unless it is told otherwise",
    "float-money": "the fee is rounded as a binary float",
    "isdigit": "str.isdigit() takes the digits of every script",
    "int-of-text": "int() takes spaces around a number and underscores inside it",
    "bool-is-int": "True is an int",
    "endless-amount": "quantize() raises on a number of too many digits",
    "casefold-mtxid": "an identifier loses its case",
    "mutable-default": "a default argument is shared by all merchants",
    "counter-race": "a counter is read and written without its lock",
    "lru-eviction": "a store forgets its oldest transactions",
    "startswith": "a processor is found by the beginning of its name",
    "fee-as-text": "a Decimal is written as a string",
}
