import { expect, test } from 'vitest';
import type { Audit } from './audit.ts';
import { BROKEN } from './broken.ts';
import { counterexampleTable } from './table.ts';

const [broken] = BROKEN;
if (broken === undefined) throw new Error('no defect is known');

const RIGHT: Audit = { broken, steps: 2, spent: 10, smaller: undefined, replayed: 1, curls: 'reproduced' };

test('the table counts what is as it should be and names what is not', () => {
  const { rows, notes } = counterexampleTable([
    { name: 'right', audit: RIGHT },
    { name: 'unfound', audit: undefined },
    { name: 'large', audit: { ...RIGHT, smaller: { others: 1 }, spent: 90 } },
    { name: 'not again', audit: { ...RIGHT, replayed: 0, curls: { got: ['a', 'b'], expected: ['a', 'c'] } } },
    { name: 'a race', audit: { ...RIGHT, curls: 'by timing' } },
  ]);

  expect(rows.map(([what, count]) => [what, count])).toEqual([
    ['defects', '5'],
    ['found by the rule in charge', '4'],
    ['that nothing can be left out of', '3'],
    ['replayed on a fresh deployment', '3'],
    ['shown again by the printed curl commands', '2'],
    ['most requests for making one smaller', '90'],
    ['requests for making one smaller, mean', '30.0'],
    ['longest, in requests', '2'],
  ]);
  expect(notes).toEqual([
    'unfound: not found by the rule in charge',
    'large: can be smaller: {"others":1}',
    'large: 90 requests for making it smaller',
    'not again: replay ended with 0',
    'not again: its curl commands print b, expected c',
    'a race: its curl commands show it only where the timing is right',
  ]);
});
