"""Lists the mutants of Python files as JSON: a path, a range in UTF-16 code units and the text that replaces it."""

import ast
import copy
import json
import re
import sys

COMPARISONS = {
    ast.Eq: [ast.NotEq], ast.NotEq: [ast.Eq], ast.In: [ast.NotIn], ast.NotIn: [ast.In],
    ast.Is: [ast.IsNot], ast.IsNot: [ast.Is],
    ast.Lt: [ast.LtE, ast.GtE], ast.LtE: [ast.Lt, ast.Gt], ast.Gt: [ast.GtE, ast.LtE], ast.GtE: [ast.Gt, ast.Lt],
}
OPERATORS = {ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Div, ast.Div: ast.Mult, ast.Mod: ast.Mult}
NAMES = {"any": "all", "all": "any", "min": "max", "max": "min", "ROUND_HALF_UP": "ROUND_FLOOR"}
DROPPED_METHODS = {"strip", "lower", "rstrip", "removeprefix", "quantize"}
DROPPED_STATEMENTS = (ast.Expr, ast.Raise, ast.AugAssign)
# What starts the process and hands out its tokens is no part of the service.
LEFT_OUT = {"main", "mint"}
# Their arguments say why a call is refused, of which the document shows nothing (section 7).
REFUSALS = {"Refusal", "bad"}


def changed(node, **fields):
    copied = copy.deepcopy(node)
    for name, value in fields.items():
        setattr(copied, name, value)
    return copied


def without(items, index):
    return items[:index] + items[index + 1:]


def patterns(text):
    """A regular expression with one anchor, quantifier or bound changed."""
    for match in re.finditer(r"\{(\d+)(?:,(\d+))?\}", text):
        low, high = int(match[1]), int(match[2] or match[1])
        for bounds in ((low - 1, high), (low + 1, high), (low, high - 1), (low, high + 1)):
            if bounds[0] <= bounds[1]:
                yield text[: match.start()] + "{%d,%d}" % bounds + text[match.end():]
    for match in re.finditer(r"\?|\^|\$", text):
        yield text[: match.start()] + text[match.end():]


def constants(value):
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, (int, float)):
        yield value + 1
        if value > 0:
            yield value - 1
    elif isinstance(value, (str, bytes)):
        if re.fullmatch(r"-?[0-9.]+(e[0-9]+)?", str(value)):
            yield f"{value}1"
        elif len(value) > 0:
            yield type(value)()
        else:
            yield "mutant"


def expressions(node):
    """The expressions that an expression is replaced by."""
    if isinstance(node, ast.Compare):
        for operator in COMPARISONS.get(type(node.ops[0]), []):
            yield changed(node, ops=[operator()] + node.ops[1:])
    elif isinstance(node, ast.BoolOp):
        yield changed(node, op=ast.Or() if isinstance(node.op, ast.And) else ast.And())
        for index in range(len(node.values)):
            if compares_defect(node.values[index]) or is_defect(node.values[index]):
                continue
            rest = without(node.values, index)
            yield rest[0] if len(rest) == 1 else changed(node, values=rest)
    elif isinstance(node, ast.UnaryOp):
        yield node.operand
    elif isinstance(node, ast.BinOp) and type(node.op) in OPERATORS:
        yield changed(node, op=OPERATORS[type(node.op)]())
    elif isinstance(node, ast.Constant):
        for value in constants(node.value):
            yield ast.Constant(value)
    elif isinstance(node, ast.JoinedStr):
        yield ast.Constant("")
    elif isinstance(node, ast.Name) and node.id in NAMES:
        yield ast.Name(NAMES[node.id])
    elif isinstance(node, ast.IfExp):
        yield node.body
        yield node.orelse
    elif isinstance(node, (ast.Tuple, ast.List, ast.Set)) and isinstance(getattr(node, "ctx", ast.Load()), ast.Load):
        for index in range(len(node.elts)):
            yield changed(node, elts=without(node.elts, index))
    elif isinstance(node, ast.Dict):
        for index in range(len(node.keys)):
            yield changed(node, keys=without(node.keys, index), values=without(node.values, index))
    elif isinstance(node, ast.Call):
        for index in range(len(node.keywords)):
            yield changed(node, keywords=without(node.keywords, index))
        if isinstance(node.func, ast.Attribute) and node.func.attr in DROPPED_METHODS:
            yield node.func.value
        if isinstance(node.func, ast.Attribute) and node.func.attr == "fullmatch":
            yield changed(node, func=changed(node.func, attr="match"))
        if isinstance(node.func, ast.Attribute) and node.func.attr == "compile":
            for pattern in patterns(node.args[0].value):
                yield changed(node, args=[ast.Constant(pattern)])


def is_defect(node):
    """Whether it holds only where the engine makes a mistake on purpose, or has a habit."""
    if isinstance(node, ast.BoolOp) and isinstance(node.op, ast.And):
        return any(is_defect(value) for value in node.values)
    return compares_defect(node) and isinstance(node.ops[0], (ast.Eq, ast.In))


def compares_defect(node):
    if not isinstance(node, ast.Compare):
        return False
    return ast.unparse(node.left).endswith("defect") or ast.unparse(node.comparators[0]).endswith("habits")


def is_refusal(node):
    return isinstance(node, ast.Call) and ast.unparse(node.func).rpartition(".")[2] in REFUSALS


def is_main(node):
    return isinstance(node, ast.If) and ast.unparse(node.test) == "__name__ == '__main__'"


def visit(node, add):
    if isinstance(node, ast.FunctionDef) and node.name in LEFT_OUT:
        return
    if isinstance(node, (ast.Import, ast.ImportFrom)) or is_defect(node) or compares_defect(node):
        return
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) or is_refusal(node) or is_main(node):
        return
    if isinstance(node, (ast.If, ast.IfExp)) and is_defect(node.test):
        for part in node.orelse if isinstance(node.orelse, list) else [node.orelse]:
            visit(part, add)
        return
    if isinstance(node, (ast.If, ast.While)):
        add(node.test, "True")
        add(node.test, "False")
    if isinstance(node, DROPPED_STATEMENTS):
        add(node, "pass")
    if isinstance(node, ast.Assign) and isinstance(node.targets[0], (ast.Attribute, ast.Subscript)):
        add(node, "pass")
    if isinstance(node, ast.Return) and node.value is not None:
        add(node, "return None")
    if isinstance(node, ast.expr):
        for replacement in expressions(node):
            add(node, ast.unparse(ast.fix_missing_locations(replacement)))
    # Python 3.11 does not know where the parts of a formatted string are.
    if not isinstance(node, ast.JoinedStr):
        for child in ast.iter_child_nodes(node):
            visit(child, add)


def units(text):
    return len(text.encode("utf-16-le")) // 2


def mutants_of(path):
    with open(path, encoding="utf-8") as file:
        source = file.read()
    lines = source.splitlines(keepends=True)

    def offset(line, column):
        before = lines[line - 1].encode("utf-8")[:column].decode("utf-8")
        return units("".join(lines[: line - 1])) + units(before)

    found = []

    def add(node, replacement):
        start, end = offset(node.lineno, node.col_offset), offset(node.end_lineno, node.end_col_offset)
        found.append({"path": path, "start": start, "end": end, "to": replacement})

    visit(ast.parse(source), add)
    return found


print(json.dumps([mutant for path in sys.argv[1:] for mutant in mutants_of(path)]))
