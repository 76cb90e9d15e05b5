/** Runs commands with bash and curl. `counterexamples.thorough.test.ts` does so with those of real reports. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { deploymentOf } from '../../test/deployments/judge.ts';
import { listenHttp } from '../../test/deployments/listen.ts';
import { TOKENS } from '../../test/deployments/reference.ts';
import { toHttpResponse } from '../rule/http-result.ts';
import { DOCUMENTED_VARIANT } from '../rule/request-variant.ts';
import { abridgeBody, toCurls } from './curl.ts';

const run = promisify(execFile);

async function shell(script: string): Promise<string> {
  const env = {
    PATH: process.env['PATH'],
    TOLLGATE_TOKEN: TOKENS.one,
    TOLLGATE_TOKEN_SEVERAL: TOKENS.several,
  };
  const { stdout } = await run('bash', ['--norc', '-c', script], { env, timeout: 20_000 });

  return stdout;
}

type Transcript = Parameters<typeof toCurls>[0];
type Exchange = Transcript['steps'][number];

describe('a curl command', () => {
  function exchange(body: string, sTxId: string, concurrent = false): Exchange {
    const text = JSON.stringify({ transactionFee: 1, sTxId, message: 'ok' });
    const response = toHttpResponse({ status: 200, headers: {}, text, ms: 1 });

    return {
      operation: 'calculateFee',
      role: 'one',
      variant: DOCUMENTED_VARIANT,
      body,
      response,
      concurrent,
    };
  }

  /**
   * Runs the commands against a server that answers with the sTxIds `fresh-1`, `fresh-2`, …
   *
   * @param together how many requests have to be open before the server answers the first ones
   */
  async function send(
    steps: readonly Exchange[],
    { together = 1, ...transcript }: Partial<Transcript> & { readonly together?: number } = {},
  ) {
    const bodies: string[] = [];
    const requests: Record<string, string | undefined>[] = [];
    const connections = new Set<unknown>();
    const enough = Promise.withResolvers<void>();
    let current = 0;
    let mostAtOnce = 0;
    await using server = await listenHttp((request, response) => {
      const chunks: Buffer[] = [];
      connections.add(request.socket);
      mostAtOnce = Math.max(mostAtOnce, ++current);
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        bodies.push(Buffer.concat(chunks).toString());
        requests.push({ ...(request.headers as Record<string, string>), path: request.url });
        const answer = { transactionFee: 1, sTxId: `fresh-${bodies.length}`, message: 'ok' };
        if (current >= together) setTimeout(enough.resolve, together === 1 ? 0 : 300);
        void enough.promise.then(() => {
          current--;
          response.end(JSON.stringify(answer));
        });
      });
    });
    const commands = toCurls({ freshMtxids: new Map(), ...transcript, steps }, deploymentOf(server.url));
    const output = await shell(commands.join('\n'));

    return { bodies, requests, connections, mostAtOnce, output, commands };
  }

  test.each([
    ['quotes', `{"data":["it's","say \\"so\\"","'\\''"]}`],
    ['newlines', '{"amount":\n\n  1}\n'],
    ['characters that a shell interprets', '{"data":["$HOME `id` $(id) \\\\ ! * ~ #"]}'],
    ['every script', '{"data":["Größe","価格","سعر","👩‍💻"]}'],
    ['a file name', '@/etc/passwd'],
    ['nothing', ''],
    ['broken JSON', '{"amount":'],
    ['a dash', '-X'],
    ['percent signs', '%s %00 %n'],
  ])('sends a body with %s unchanged', async (_, body) => {
    expect((await send([exchange(body, 'a')])).bodies).toEqual([body]);
  });

  const LONG = `{"mTxId":"0123456789abcdef01","data":["it's ${'x'.repeat(3 * 2 ** 20)}"],"amount":1}`;
  const freshMtxids = new Map([['{m1}', '0123456789abcdef01']]);

  test('sends a body of several MiB unchanged', async () => {
    const { bodies, commands } = await send([exchange(LONG, 'a')], { freshMtxids });

    // A comparison that fails must not print MiB.
    expect(bodies[0]?.replace(/(?<=0123456789a)\d{7}/, 'bcdef01') === LONG).toBe(true);
    expect(commands.join('').length).toBeLessThan(1000);
    expect(abridgeBody(LONG)).toBe(
      `{"mTxId":"0123456789abcdef01","data":["it's (3145728 times "x")"],"amount":1}`,
    );
  });

  test('sends the headers, with the token from the environment', async () => {
    const { requests, commands } = await send([exchange('{}', 'a')]);

    expect(requests[0]).toMatchObject({
      'content-type': 'application/json',
      'x-requested-with': 'xhr',
      authorization: `Bearer ${TOKENS.one}`,
      path: '/v1/ch',
    });
    expect(commands.join('')).not.toContain(TOKENS.one);
  });

  test('sends the token of the merchant with several processors', async () => {
    const { requests } = await send([{ ...exchange('{}', 'a'), role: 'several' }]);

    expect(requests[0]).toMatchObject({ authorization: `Bearer ${TOKENS.several}` });
  });

  test('reads an sTxId from the response to an earlier command', async () => {
    const { bodies } = await send([
      exchange('{"amount":1}', 'old-1'),
      exchange('{"amount":2}', 'old-2'),
      exchange('{"amount":3,"sTxId":"old-1"}', 'old-1'),
      exchange('{"sTxId":"old-2","amount":4}', 'old-2'),
    ]);

    expect(bodies).toEqual([
      '{"amount":1}',
      '{"amount":2}',
      '{"amount":3,"sTxId":"fresh-1"}',
      '{"sTxId":"fresh-2","amount":4}',
    ]);
  });

  test('replaces an sTxId only in its field', async () => {
    const { bodies } = await send([
      exchange('{"amount":1}', '1'),
      exchange('{"amount":11,"nicn":"111111","sTxId":"1"}', '1'),
    ]);

    expect(bodies[1]).toBe('{"amount":11,"nicn":"111111","sTxId":"fresh-1"}');
  });

  test('uses the recorded sTxId if it runs alone', async () => {
    const steps = [exchange('{"amount":1}', 'old-1'), exchange('{"sTxId":"old-1"}', 'old-1')];
    const [, second] = toCurls(
      { steps, freshMtxids: new Map() },
      deploymentOf(new URL('http://127.0.0.1:9/')),
    );

    expect(await shell(second!.replace(/^curl.*--data-raw /, 'printf %s '))).toBe('{"sTxId":"old-1"}');
  });

  test('makes a fresh mTxId on each run, which later commands send too', async () => {
    const [text, digits] = ['gk2m0k3x09qz', '12345678000'];
    const steps = [`${text}-x`, digits, text].map((mTxId, index) =>
      exchange(JSON.stringify({ mTxId }), `old-${index}`),
    );
    const mtxids = new Map([
      ['{m1}', text],
      ['{n1}', digits],
    ]);
    const sent = async (connection?: 'one') => {
      const { bodies } = await send(steps, {
        freshMtxids: mtxids,
        ...(connection === undefined ? {} : { connection }),
      });

      return bodies.map((body) => (JSON.parse(body) as { mTxId: string }).mTxId);
    };
    const runs = [await sent(), await sent(), await sent('one')];

    for (const [first, second, third] of runs) {
      expect(third).toMatch(/^gk2m0\d{7}$/);
      expect(first).toBe(`${third}-x`);
      expect(second).toMatch(/^1\d{7}000$/);
    }
    expect(new Set(runs.flat()).size).toBe(9);
  });

  test('runs beside others if its request was concurrent, and the last of them waits for all', async () => {
    const steps = [
      exchange('{"n":1}', 'a'),
      exchange('{"n":2}', 'b', true),
      exchange('{"n":3}', 'c', true),
      exchange('{"n":4}', 'd'),
    ];
    const { bodies, mostAtOnce, connections, output } = await send(steps, { together: 3 });

    expect(mostAtOnce).toBe(3);
    expect(connections.size).toBe(4);
    expect(bodies.slice(0, 3).toSorted()).toEqual(['{"n":1}', '{"n":2}', '{"n":3}']);
    expect(bodies[3]).toBe('{"n":4}');
    expect(output.match(/fresh-/g)).toHaveLength(4);
  });

  test('sends all requests over one connection if the failure needs it', async () => {
    const steps = [
      exchange('{"n":1}', 'a'),
      { ...exchange(LONG, 'b'), role: 'several' as const },
      exchange('{"n":3}', 'c'),
    ];
    const { bodies, requests, connections, output, commands } = await send(steps, { connection: 'one' });

    expect(connections.size).toBe(1);
    expect(bodies).toEqual(['{"n":1}', LONG, '{"n":3}']);
    expect(requests.map(({ authorization }) => authorization?.slice('Bearer '.length))).toEqual([
      TOKENS.one,
      TOKENS.several,
      TOKENS.one,
    ]);
    expect(output.match(/fresh-\d/g)).toEqual(['fresh-1', 'fresh-2', 'fresh-3']);
    expect(commands.map((command) => command.startsWith('#'))).toEqual([true, true, false]);
  });
});
