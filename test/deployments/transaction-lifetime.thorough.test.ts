/** The document does not say how long a transaction is kept: a short life is never held against a deployment. */
import { describe, expect, test } from 'vitest';
import { type ConformOptions, conform } from '../../conformance/index.ts';
import { deploymentOf } from './deployment-of.ts';
import { REFERENCE, type ReferenceBehavior, startReference } from './reference.ts';

/** Keeps each transaction for a time, in milliseconds. */
function forgettingAfter(life: number, others: Partial<ReferenceBehavior> = {}): Partial<ReferenceBehavior> {
  const born = new Map<string, number>();

  return {
    ...others,
    createStxid: (number, moment) => {
      const sTxId = REFERENCE.createStxid(number, moment);
      born.set(sTxId, Date.now());

      return sTxId;
    },
    findTransaction: (known, request) =>
      REFERENCE.findTransaction(
        known.filter(({ sTxId }) => Date.now() - (born.get(sTxId) ?? 0) < life),
        request,
      ),
  };
}

describe('how long a transaction is kept', () => {
  async function lifeOf(behaviour: Partial<ReferenceBehavior>, options: Partial<ConformOptions> = {}) {
    await using server = await startReference(behaviour);

    return await conform({ deployment: deploymentOf(server.url), seed: 1, ...options });
  }

  test('may be less than the time that a run takes', async () => {
    const report = await lifeOf(forgettingAfter(2500, { delay: () => 100 }), {
      selects: (id) => /^(nicn|fee-request|identity\/outlives)/.test(id),
    });

    expect(report.durationMs).toBeGreaterThan(2 * 2500);
    expect(report.verdict).toBe('conformant');
  });

  test('may be less than the time that as many others take', async () => {
    const report = await lifeOf(forgettingAfter(700, { delay: () => 200 }), {
      selects: (id) => id === 'identity/outlives-other-traffic',
    });

    expect(report.rules.find(({ id }) => id === 'identity/outlives-other-traffic')).toMatchObject({
      outcome: 'skipped',
      reason: expect.stringContaining('how long it is kept is a choice'),
    });
  });
});
