import { expect, test } from 'vitest';
import { contractText, createLineFinder } from './document.ts';
import { MUST_RULES, OBSERVE_RULES, placeOf, SHOULD_RULES } from './rule-ids.ts';

const LINES = contractText().split('\n');
const lineOf = createLineFinder();

function textAt(pointer: string): string | undefined {
  const line = lineOf(pointer);

  return line === undefined ? undefined : LINES[line - 1]?.trim();
}

test.each([...MUST_RULES, ...SHOULD_RULES, ...OBSERVE_RULES])(
  '%s has a place in openapi.yaml, on a line with its name',
  (id) => {
    const pointer = placeOf(id);
    const name = pointer.split('/').at(-1)?.replaceAll('~1', '/') ?? '';

    expect(textAt(pointer)).toMatch(new RegExp(`^${name}:`));
  },
);

test('an item of a list has its own line', () => {
  expect(textAt('/components/schemas/SaleRequest/anyOf/1')).toBe(
    "- $ref: '#/components/schemas/SaleByMtxid'",
  );
});

test('a pointer without a match has no line', () => {
  for (const pointer of ['/nowhere', '/paths/~1v1~1ch/get', '/info/title/deeper', '/tags/7'])
    expect(lineOf(pointer)).toBeUndefined();
});
