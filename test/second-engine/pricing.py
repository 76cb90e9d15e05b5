"""The prices of each merchant, in exact decimals. pricing.yaml has the same prices."""

from decimal import ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal, localcontext

CENT = Decimal("0.01")


def quill(amount, _nicn):
    return amount * Decimal("0.0235") + Decimal("0.12")


def aspen(amount, _nicn):
    if amount <= 50:
        return Decimal("0.85")
    if amount <= 500:
        return amount * Decimal("0.019") + Decimal("0.05")
    return amount * Decimal("0.014") + Decimal("2.00")


def birch(amount, _nicn):
    return min(amount * Decimal("0.031"), Decimal("25.00"))


# Merchant -> the pairs (MID, name) of its processors, with their prices.
PROCESSORS = {
    "bakery": {("880014", "Quill"): quill},
    "outfitter": {("7700-01", "Aspen Pay"): aspen, ("7700-02", "Birch"): birch},
}


def price(ask, amount, nicn, defect):
    if defect == "float-money":
        return Decimal(round(float(ask(amount, nicn)), 2)).quantize(CENT)
    with localcontext() as context:
        context.prec = 400
        rounding = ROUND_HALF_EVEN if defect == "bankers-rounding" else ROUND_HALF_UP
        return ask(amount, nicn).quantize(CENT, rounding=rounding)
