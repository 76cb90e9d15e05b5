/** Outages: a restart that is waited out, a gateway without its service, a deployment that is gone. */
import { describe, expect, test } from 'vitest';
import { conform } from '../../conformance/index.ts';
import { deploymentOf } from './deployment-of.ts';
import { CALLS, type Call, failedIn, judge, startMortal } from './mortal.ts';
import { from, outcomes, runAgainst } from './run-against.ts';

describe.concurrent('is not accused where it', () => {
  const first = (is: Call): Call => {
    let times = 0;

    return (...call) => is(...call) && ++times === 1;
  };

  test.each([
    ['a GET', CALLS['a GET']!.is()],
    ['a nicn of five digits', CALLS['a nicn of five digits']!.is()],
    ['a second sale', CALLS['a second sale']!.is()],
  ])('is restarted within a moment after %s', async (_, is) => {
    await using server = await startMortal(first(is), 300);
    const report = await conform({ deployment: deploymentOf(server.url), seed: 1 });

    expect(report).toMatchObject({ verdict: 'conformant', summary: expect.any(String) });
    expect(failedIn(report)).toEqual([]);
  });

  test('answers 502 for a moment at the very end', async () => {
    let since: number | undefined;
    const report = await judge({
      intercept({ method }, response) {
        if (method === 'GET') since ??= performance.now();
        const isOut = since !== undefined && performance.now() - since < 400;
        if (isOut) response.writeHead(502).end();

        return isOut;
      },
    });

    expect(report).toMatchObject({ verdict: 'conformant', summary: expect.any(String) });
  });
});

describe.concurrent('is neither accused nor conformant where', () => {
  test('a proxy answers 502 for ever after a GET', async () => {
    let isOut = false;
    const report = await judge({
      intercept({ method }, response) {
        isOut ||= method === 'GET';
        if (isOut) response.writeHead(502).end();

        return isOut;
      },
    });

    expect(report).toMatchObject({ verdict: 'inconclusive', exitCode: 3 });
    expect(report.summary).toContain('502');
    expect(report.rules.filter(({ level, outcome }) => level === 'must' && outcome === 'fail')).toEqual([]);
  });

  test('it dies, and no rule on robustness is selected', async () => {
    await using server = await startMortal(CALLS['a GET']!.is());
    const selects = (id: string) => id.startsWith('sale/') || id.startsWith('transport/');
    const report = await conform({ deployment: deploymentOf(server.url), seed: 1, selects });

    expect(report).toMatchObject({ verdict: 'inconclusive', exitCode: 3 });
    expect(report.summary).toContain('stopped answering');
  });
});

describe.concurrent('a deployment that breaks in the middle', () => {
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
