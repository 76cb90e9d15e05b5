/** Deployments that one kind of call kills, hangs or breaks, early and late in a run, and their legal neighbours. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect, createServer, type Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { DEPLOYMENT_DEFAULTS } from '../../conformance/deployment/deployment.ts';
import { type ConformOptions, conform } from '../../conformance/index.ts';
import type { Report } from '../../conformance/report/report.ts';
import { deploymentOf } from './deployment-of.ts';
import { listen } from './listen.ts';
import { type ReferenceBehavior, startReference } from './reference.ts';

/** One kind of call, told by its request and the text of its body. */
type Call = (request: IncomingMessage, body: string) => boolean;

/** What each effort reaches; `quick` has too few requests for the last ones. */
const CALLS: Readonly<Record<string, { readonly is: () => Call; readonly quick?: true }>> = {
  'malformed JSON': { quick: true, is: () => (_, body) => body === '{"amount":' },
  'a nicn of five digits': { quick: true, is: () => (_, body) => /"nicn":"\d{5}"/.test(body) },
  'a call without a token': {
    is:
      () =>
      ({ headers }) =>
        headers.authorization === undefined,
  },
  'a GET': {
    is:
      () =>
      ({ method }) =>
        method === 'GET',
  },
  'one field of a wrong type': { is: () => (_, body) => /"region":(true|\d|\[|\{)/.test(body) },
  'an optional field that is null': { is: () => (_, body) => /"(country|campaign)":null/.test(body) },
  'a second sale': {
    is: () => {
      const sold = new Set<string>();

      return ({ url }, body) => {
        const sTxId = /"sTxId":"(tx-[^"]*)"/.exec(body)?.[1];
        if (url !== '/v1/ch/sale' || sTxId === undefined) return false;
        const isSecond = sold.has(sTxId);
        sold.add(sTxId);

        return isSecond;
      };
    },
  },
};

const REACHED = Object.entries(CALLS).flatMap(([name, { is, quick }]) =>
  ([...(quick ? ['quick' as const] : []), 'standard'] as const).map((effort) => [name, effort, is] as const),
);

/** The reference, where `act` takes the place of the answer to one kind of call. */
function on(
  call: Call,
  act: (request: IncomingMessage, response: ServerResponse) => void,
): Partial<ReferenceBehavior> {
  let body = '';

  return {
    onBody(text) {
      body = text;
    },
    intercept(request, response) {
      const isIt = call(request, body);
      if (isIt) act(request, response);

      return isIt;
    },
  };
}

async function judge(
  behaviour: Partial<ReferenceBehavior>,
  options: Partial<ConformOptions> = {},
): Promise<Report> {
  await using server = await startReference(behaviour);
  const limits = { ...DEPLOYMENT_DEFAULTS.limits, timeout: 700 };

  return await conform({ deployment: deploymentOf(server.url, { limits }), seed: 1, ...options });
}

/** A deployment whose process a call ends; one that is restarted listens again after so many milliseconds. */
async function startMortal(call: Call, restartsAfter?: number) {
  const behind = await startReference(on(call, () => end()));
  const sockets = new Set<Socket>();
  const front = createServer((socket) => {
    const upstream = connect(Number(behind.url.port), '127.0.0.1');
    for (const one of [socket, upstream]) one.on('error', () => {});
    sockets.add(socket);
    socket.on('close', () => {
      sockets.delete(socket);
      upstream.destroy();
    });
    upstream.on('close', () => socket.destroy());
    socket.pipe(upstream).pipe(socket);
  });
  const listening = await listen(front);
  const end = () => {
    front.close();
    for (const socket of sockets) socket.destroy();
    if (restartsAfter !== undefined)
      setTimeout(() => front.listen(Number(listening.url.port), '127.0.0.1'), restartsAfter);
  };

  return {
    url: listening.url,
    async [Symbol.asyncDispose]() {
      await listening[Symbol.asyncDispose]();
      await behind[Symbol.asyncDispose]();
    },
  };
}

function failedIn({ rules }: Report): readonly string[] {
  return rules.filter(({ outcome }) => outcome === 'fail').map(({ id }) => id);
}

describe.concurrent('dies for good of', () => {
  test.each(REACHED)('%s, at effort %s', async (_, effort, is) => {
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

describe.concurrent('does not answer', () => {
  test.each(REACHED)('%s, at effort %s: it hangs', async (_, effort, is) => {
    const report = await judge(
      on(is(), () => {}),
      { effort },
    );

    expect(report).toMatchObject({ verdict: 'nonconformant', exitCode: 1 });
    expect(failedIn(report)).toContain('robustness/answers-in-time');
  });

  test.each(REACHED)('%s, at effort %s: it closes the connection', async (_, effort, is) => {
    const report = await judge(
      on(is(), ({ socket }) => socket.destroy()),
      { effort },
    );

    expect(report).toMatchObject({ verdict: 'nonconformant', exitCode: 1 });
    // At quick effort the rule that sends the call may use up the requests to confirm it.
    if (effort !== 'quick') expect(failedIn(report)).toContain('robustness/answers-in-time');
  });
});

describe.concurrent('answers with a server error', () => {
  test.each(REACHED)('%s, at effort %s', async (name, effort, is) => {
    const report = await judge(
      on(is(), (_, response) => void response.writeHead(500).end()),
      { effort },
    );
    const failed = report.rules.find(({ id }) => id === 'robustness/no-server-error-on-bad-input');

    expect(report.verdict).toBe('conformant');
    expect(failed).toMatchObject({ outcome: 'fail' });
    if (name === 'a second sale') expect(failed?.counterexample?.steps.length).toBeGreaterThan(2);
  });
});

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
