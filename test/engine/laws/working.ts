/** Checks the working of an example: each of its equations, exactly. */
import { compare, dividedBy, minus, plus, type Rational, rational, times } from './rational.ts';

const NUMBER = '[0-9]+(?:\\.[0-9]+)?';
const EQUATION = new RegExp(`(${NUMBER}(?: [x/+-] ${NUMBER})+) = (${NUMBER})`, 'g');
/** `100.00 x 0.029 = 2.90, and 0.30 makes 3.20`, and the same with `fixed 0.30, together 3.20`. */
const ADDED = new RegExp(`= (${NUMBER}), (?:and|fixed) (${NUMBER})(?: makes|, together) (${NUMBER})`, 'g');

const OPERATIONS: Readonly<Record<string, (one: Rational, other: Rational) => Rational>> = {
  x: times,
  '/': dividedBy,
  '+': plus,
  '-': minus,
};

/** The equations that do not hold, as they are written. */
export function wrongEquations(working: string): readonly string[] {
  const equations = [...working.matchAll(EQUATION)].map(([text, left = '', right = '']) => ({
    text,
    holds: compare(evaluate(left), rational(right)) === 0,
  }));
  const additions = [...working.matchAll(ADDED)].map(([text, one = '', other = '', sum = '']) => ({
    text,
    holds: compare(plus(rational(one), rational(other)), rational(sum)) === 0,
  }));

  return [...equations, ...additions].filter(({ holds }) => !holds).map(({ text }) => text);
}

/** The result of a working: its last number outside brackets. */
export function resultOf(working: string): number {
  const numbers = working.replace(/\([^)]*\)/g, '').match(new RegExp(NUMBER, 'g')) ?? [];
  return Number(numbers.at(-1));
}

/** Calculates from left to right: no working has a product in a sum. */
function evaluate(left: string): Rational {
  const [first = '', ...rest] = left.split(' ');
  let value = rational(first);
  for (let at = 0; at < rest.length; at += 2) {
    const operation = OPERATIONS[rest[at] ?? ''];
    if (operation !== undefined) value = operation(value, rational(rest[at + 1] ?? ''));
  }
  return value;
}
