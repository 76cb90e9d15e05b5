/** A deployment that breaks in the course of a run, for a moment or for good. */
import { describe, expect, test } from 'vitest';
import type { ReferenceBehavior } from '../../test/deployments/reference.ts';
import { from, outcomes, runAgainst } from '../../test/deployments/run-against.ts';

describe.concurrent('a deployment that breaks in the middle', () => {
  test('for a moment, with server errors to all, breaks no rule', async () => {
    let began: number | undefined;
    const { report } = await runAgainst({
      intercept: (_, response, call) => {
        if (call < 150) return false;
        began ??= performance.now();
        if (performance.now() - began > 200) return false;
        response.writeHead(502).end();

        return true;
      },
    });
    const failed = report.rules.filter(({ outcome, level }) => outcome === 'fail' && level === 'must');

    expect(began).toBeDefined();
    expect(failed.map(({ id, reason }) => `${id}: ${reason}`)).toEqual([]);
  });

  test('for good, fails and never passes', async () => {
    const { report } = await runAgainst(from(300, 500));

    expect(report.verdict).toBe('nonconformant');
  });

  test('by going away, is not conformant', async () => {
    const { report } = await runAgainst({
      intercept: (request, _, call) => {
        if (call > 300) request.socket.resetAndDestroy();

        return call > 300;
      },
    });

    expect(report.exitCode).not.toBe(0);
    expect(outcomes(report, 'broken')).toEqual([]);
  });
});

describe.concurrent('the must rules', () => {
  const selects = (id: string) => /^(auth|transport|fee-request|sale)\//.test(id);

  test('are judged where another rule leaves the deployment broken', async () => {
    let isBroken = false;
    const behaviour: Partial<ReferenceBehavior> = {
      intercept: (request, response) => {
        isBroken ||= request.method !== 'POST';
        if (isBroken) response.writeHead(500).end();

        return isBroken;
      },
    };
    const { report } = await runAgainst(behaviour, { selects });
    const musts = report.rules.filter(({ level, id }) => level === 'must' && selects(id));

    expect(new Set(musts.map(({ outcome }) => outcome))).toEqual(new Set(['pass']));
    // The rule that it breaks is not selected.
    expect(report).toMatchObject({ verdict: 'inconclusive', exitCode: 3 });
    expect(report.summary).toContain('stopped answering');
  });
});
