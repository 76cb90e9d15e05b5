/** A run of some rules says of how many, in every report. */
import { expect, test } from 'vitest';
import { REAL } from '../../test/reports/samples.ts';
import { REPORTERS } from './reporters.ts';

const partial = await REAL['conformant, with rules left out']?.();
const whole = await REAL['conformant']?.();
if (partial === undefined || whole === undefined) throw new Error('expected both samples');

test.each([
  ['text', /^CONFORMANT \(10 of \d+ rules selected\) {2}/],
  ['markdown', /^## ✅ conformant \(10 of \d+ rules selected\): /],
  ['html', /<h1 id="verdict">Conformant \(10 of \d+ rules selected\)<\/h1>/],
  ['github', /^::notice title=tollgate%3A conformant \(10 of \d+ rules selected\) /],
  ['junit', /<property name="selected" value="10 of \d+ rules selected"\/>/],
  ['json', /"partial": true/],
] as const)('%s', (kind, said) => {
  expect(REPORTERS[kind](partial)).toMatch(said);
  expect(REPORTERS[kind](whole)).not.toMatch(/rules selected|"partial"/);
});
