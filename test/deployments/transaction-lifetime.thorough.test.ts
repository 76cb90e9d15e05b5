/** The document does not say how long a transaction is kept: a short life is never held against a deployment. */
import { describe, expect, test } from 'vitest';
import { type ConformOptions, conform } from '../../conformance/index.ts';
import { deploymentOf } from './deployment-of.ts';
import { REFERENCE, type ReferenceBehavior, startReference } from './reference.ts';

describe('how long a transaction is kept', () => {
  async function lifeOf(behaviour: Partial<ReferenceBehavior>, options: Partial<ConformOptions> = {}) {
    await using server = await startReference(behaviour);

    return await conform({ deployment: deploymentOf(server.url), seed: 1, ...options });
  }

  test('may be less than the time that a run takes', async () => {
    const born = new Map<string, number>();
    const report = await lifeOf(
      {
        delay: () => 100,
        createStxid: (number, moment) => {
          const sTxId = REFERENCE.createStxid(number, moment);
          born.set(sTxId, Date.now());

          return sTxId;
        },
        findTransaction: (known, request) =>
          REFERENCE.findTransaction(
            known.filter(({ sTxId }) => Date.now() - (born.get(sTxId) ?? 0) < 2500),
            request,
          ),
      },
      { selects: (id) => /^(nicn|fee-request|identity\/outlives)/.test(id) },
    );

    expect(report.durationMs).toBeGreaterThan(2 * 2500);
    expect(report.verdict).toBe('conformant');
  });

  test('may be less than the time that as many others take', async () => {
    const born = new Map<string, number>();
    const report = await lifeOf(
      {
        delay: () => 200,
        createStxid: (number, moment) => {
          const sTxId = REFERENCE.createStxid(number, moment);
          born.set(sTxId, Date.now());

          return sTxId;
        },
        findTransaction: (known, request) =>
          REFERENCE.findTransaction(
            known.filter(({ sTxId }) => Date.now() - (born.get(sTxId) ?? 0) < 700),
            request,
          ),
      },
      { selects: (id) => id === 'identity/outlives-other-traffic' },
    );

    expect(report.rules.find(({ id }) => id === 'identity/outlives-other-traffic')).toMatchObject({
      outcome: 'skipped',
      reason: expect.stringContaining('how long it is kept is a choice'),
    });
  });
});
