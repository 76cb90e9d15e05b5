/** A service that refuses valid calls for one cause fails the one rule that owns it, and the report begins with the cause. */
import { expect, test } from 'vitest';
import { conform } from '../../conformance/index.ts';
import { sampled } from '../support/sampled.ts';
import { CAUSES } from './causes.ts';
import { deploymentOf } from './deployment-of.ts';
import { startReference } from './reference.ts';

test.each(sampled(CAUSES, 1))('$what: $owner', async ({ owner, make, sentence = '' }) => {
  await using server = await startReference(make());
  const report = await conform({ deployment: deploymentOf(server.url), seed: 1 });
  const failed = report.rules.filter(({ outcome }) => outcome === 'fail');

  expect({ verdict: report.verdict, failed: failed.map(({ id }) => id) }).toEqual({
    verdict: 'nonconformant',
    failed: [owner],
  });
  const reason = failed[0]?.reason;
  if (typeof sentence === 'string') expect(reason).toContain(sentence);
  else expect(reason).toMatch(sentence);
});
