/** Deployments that one kind of call kills or breaks, early and late in a run; `hanging.matrix.test.ts` has those that hang. */
import type { IncomingMessage } from 'node:http';
import { describe, expect, test } from 'vitest';
import { conform } from '../../conformance/index.ts';
import type { RuleId } from '../../src/contract/rule-ids.ts';
import { sampled } from '../support/sampled.ts';
import { deploymentOf } from './deployment-of.ts';
import { CALLS, judge, on, startMortal } from './mortal.ts';

const REACHED = Object.entries(CALLS).flatMap(([name, { is, quick }]) =>
  ([...(quick ? ['quick' as const] : []), 'standard'] as const).map((effort) => [name, effort, is] as const),
);

/** The rules that send these calls, and the ones on answers: the others are most of a run, and have no part in this. */
const selects = (id: RuleId) => !/^(opaque|region|country|multi-pay|processor|identity\/(?!state))/.test(id);

describe.concurrent('dies for good of', () => {
  test.each(sampled(REACHED, 1))('%s, at effort %s', async (_, effort, is) => {
    await using server = await startMortal(is());
    const report = await conform({ deployment: deploymentOf(server.url), seed: 1, effort });
    const death = report.rules.find(({ id }) => id === 'robustness/survives-malformed-input');

    expect(report).toMatchObject({ verdict: 'nonconformant', exitCode: 1, counts: { broken: 0 } });
    expect(death).toMatchObject({ outcome: 'fail' });
    expect(death?.counterexample?.got).toContain('ECONNREFUSED');
    // The deadly call is among those that are shown.
    const call = is();
    const shown = death?.counterexample?.steps.map(({ request }) => request) ?? [];
    expect(shown.length).toBeGreaterThan(1);
    if (!String(is).includes('sold'))
      expect(
        shown.some(({ method, url, headers, body }) =>
          call({ method, url, headers: lower(headers) } as unknown as IncomingMessage, body),
        ),
      ).toBe(true);
  });
});

function lower(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

describe.concurrent('answers with a server error', () => {
  test.each(sampled(REACHED, 1))('%s, at effort %s', async (name, effort, is) => {
    const report = await judge(
      on(is(), (_, response) => void response.writeHead(500).end()),
      { effort, selects },
    );
    const failed = report.rules.find(({ id }) => id === 'robustness/no-server-error-on-bad-input');

    expect(report.verdict).toBe('conformant');
    expect(failed).toMatchObject({ outcome: 'fail' });
    if (name === 'a second sale') expect(failed?.counterexample?.steps.length).toBeGreaterThan(2);
  });
});
