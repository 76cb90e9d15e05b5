/** A rule lists scripts and judges calls. Those that still send calls themselves become fewer. */
import { expect, test } from 'vitest';
import { RULES } from '../../conformance/rules/index.ts';

test('no more rules send calls themselves than before', () => {
  const sending = RULES.filter(({ run }) => run !== undefined).map(({ id }) => id);

  expect(sending.length).toBeLessThanOrEqual(2);
});
