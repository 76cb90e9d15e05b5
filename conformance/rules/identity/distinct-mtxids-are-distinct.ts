/** Two first calls with two `mTxId`s are two transactions, however alike the identifiers look. */
import fc from 'fast-check';
import { MTXID_LENGTHS, zerosTo } from '../../arbitraries/mtxid.ts';
import type { Step } from '../../conversation.ts';
import { RuleBroken } from '../../failure.ts';
import { readObject } from '../../json-object.ts';
import { type Alike, OF_ITS_OWN, tellsApart } from '../../patterns/tells-apart.ts';

/** `{m1}` is twelve letters and digits that no other transaction has. Long ones may be refused, and are passed over. */
const ALIKE: readonly Alike[] = [
  { one: '{m1}1', other: '{m1}2' },
  { one: '1{m1}', other: '2{m1}' },
  { one: '{m1}', other: '{m2}' },
  { one: '{m1}', other: '{m1}0' },
  { one: '{m1}', other: '0{m1}' },
  { one: 'o-1{m1}', other: 'o-2{m1}' },
  { one: '{m1}-1-x', other: '{m1}-2-x' },
  { one: '{m1}-1', other: '{m1}_1' },
  { one: '{m1}-1', other: '{m1}1' },
  { one: '{m1}.1', other: '{m1}-1' },
  { one: '{m1} 1', other: '{m1}1' },
  { one: '{m1}', other: '{m1} ' },
  { one: '{m1}', other: ' {m1}' },
  { one: '{m1}01', other: '{m1}1' },
  { one: '{m1}é', other: '{m1}e' },
  { one: '{n1}', other: '0{n1}' },
  { one: '{n1}', other: '{n1}.0' },
  ...MTXID_LENGTHS.map((length) => ({
    one: `{m1}${zerosTo(length, 1)}1`,
    other: `{m1}${zerosTo(length, 1)}2`,
  })),
  ...[20, 64].map((length) => ({
    one: `1${zerosTo(length, 1)}{m1}`,
    other: `2${zerosTo(length, 1)}{m1}`,
  })),
];

export const distinctMtxidsAreDistinct = tellsApart({
  id: 'identity/distinct-mtxids-are-distinct',
  section: '2',
  level: 'must',
  title: 'two first calls with two mTxIds begin two transactions',
  tries:
    'Two that begin or end alike, are one character apart, or differ in a space, a leading zero or an ' +
    'accent. One that is refused is passed over.',
  fix:
    'Compare mTxIds as whole texts, character by character. Do not cut, trim or normalise them, nor read ' +
    'them as numbers, and check that the column is long enough and its collation exact. Where one is ' +
    'too long for you, refuse it rather than cut it.',
  after: ['identity/stxid-is-unique', 'fee-request/accepts-each-optional-field'],
  quickProbes: 2,
  alike: ALIKE,
  sightings: ({ stxidReuses, opened }) => ({
    breaches: stxidReuses
      .filter(({ told }) => told === 'apart by mTxId')
      .map(({ sTxId, steps }) => ({
        value: { one: mtxidOf(steps[0]), other: mtxidOf(steps[1]) },
        failure: new RuleBroken(OF_ITS_OWN, `${JSON.stringify(sTxId)} more than once`),
        transcript: { steps, freshMtxids: new Map() },
      })),
    of: opened,
    proofFrom: 1,
  }),
  given: () =>
    fc
      .record({ one: ending(), other: ending() })
      .filter(({ one, other }) => one.toLowerCase() !== other.toLowerCase()),
});

function mtxidOf({ body }: Step): string {
  return String(readObject(body)?.['mTxId']);
}

function ending(): fc.Arbitrary<string> {
  return fc.string({ unit: fc.constantFrom(...'aB3-_'), maxLength: 6 }).map(
    (text) => `{m1}${text}`,
    (value) => {
      if (typeof value !== 'string' || !value.startsWith('{m1}')) throw new Error('no such identifier');

      return value.slice(4);
    },
  );
}
