/** A rule lists scripts and judges calls. Two rules send calls themselves, each with its reason in its first line. */
import { expect, test } from 'vitest';
import { RULES } from '../../conformance/rules/index.gen.ts';

test('two rules alone send calls themselves', () => {
  const sending = RULES.filter(({ adaptive }) => adaptive !== undefined).map(({ id }) => id);

  expect(sending).toEqual(['identity/concurrent-updates-keep-stxid', 'identity/outlives-other-traffic']);
});
