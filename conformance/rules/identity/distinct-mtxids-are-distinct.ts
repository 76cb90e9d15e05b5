/** Two first calls with two `mTxId`s are two transactions, however alike the identifiers look. */
import fc from 'fast-check';
import { type Alike, tellsApart } from '../../patterns/tells-apart.ts';

/** `{m1}` is twelve letters and digits that no other transaction has. Long ones may be refused, and are passed over. */
const ALIKE: readonly Alike[] = [
  { one: '{m1}1', other: '{m1}2' },
  { one: '1{m1}', other: '2{m1}' },
  { one: '{m1}', other: '{m2}' },
  { one: '{m1}', other: '{m1}0' },
  { one: '{m1}', other: '0{m1}' },
  { one: 'o-1{m1}', other: 'o-2{m1}' },
  { one: '{m1}-1-x', other: '{m1}-2-x' },
  { one: '{m1}.1', other: '{m1}-1' },
  { one: '{m1} 1', other: '{m1}1' },
  { one: '{m1}', other: '{m1} ' },
  { one: '{m1}', other: ' {m1}' },
  { one: '{m1}01', other: '{m1}1' },
  { one: '{m1}é', other: '{m1}e' },
  { one: '{n1}', other: '0{n1}' },
  { one: '{n1}', other: '{n1}.0' },
  ...[8, 24, 52].flatMap((length) => [
    { one: `{m1}${'0'.repeat(length)}1`, other: `{m1}${'0'.repeat(length)}2` },
    { one: `1${'0'.repeat(length)}{m1}`, other: `2${'0'.repeat(length)}{m1}` },
  ]),
];

export const distinctMtxidsAreDistinct = tellsApart({
  id: 'identity/distinct-mtxids-are-distinct',
  section: '2',
  level: 'must',
  title: 'two first calls with two mTxIds begin two transactions',
  after: ['identity/stxid-is-unique', 'fee-request/accepts-each-optional-field'],
  quickProbes: 2,
  alike: ALIKE,
  given: () =>
    fc
      .record({ one: ending(), other: ending() })
      .filter(({ one, other }) => one.toLowerCase() !== other.toLowerCase()),
});

function ending(): fc.Arbitrary<string> {
  return fc.string({ unit: fc.constantFrom(...'aB3-_'), maxLength: 6 }).map(
    (text) => `{m1}${text}`,
    (value) => {
      if (typeof value !== 'string' || !value.startsWith('{m1}')) throw new Error('no such identifier');

      return value.slice(4);
    },
  );
}
