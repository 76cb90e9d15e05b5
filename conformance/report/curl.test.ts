/** The commands are run by bash and curl against a fresh deployment: what they show has to be what was reported. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { DEFECTS } from '../../test/deployments/defects.ts';
import { deploymentOf } from '../../test/deployments/deployment-of.ts';
import { type Listening, listenHttp } from '../../test/deployments/listen.ts';
import { type Behaviour, startReference, TOKENS } from '../../test/deployments/reference.ts';
import { type Answer, toAnswered } from '../client/answer.ts';
import type { Step } from '../conversation.ts';
import { conform } from '../index.ts';
import { DOCUMENTED_MANNER } from '../manner.ts';
import type { ReportCounterexample } from './counterexample.ts';
import { toCurls } from './curl.ts';
import { printable } from './long-body.ts';

const run = promisify(execFile);
const HEADERS = { 'content-type': 'application/json', 'x-requested-with': 'xhr' };

async function shell(script: string): Promise<string> {
  const env = {
    PATH: process.env['PATH'],
    TOLLGATE_TOKEN: TOKENS.one,
    TOLLGATE_TOKEN_SEVERAL: TOKENS.several,
  };
  const { stdout } = await run('bash', ['-c', script], { env, timeout: 20_000 });

  return stdout;
}

interface Exchange {
  readonly status: number;
  readonly answer: string;
}

/** A deployment together with what it answered since it was last forgotten. */
async function startRecorded(
  behaviour: Partial<Behaviour>,
): Promise<{ server: Listening; exchanges: Exchange[] }> {
  const exchanges: Exchange[] = [];
  const server = await startReference({
    ...behaviour,
    onAnswer: ({ status, text }) => exchanges.push({ status, answer: text }),
  });

  return { server, exchanges };
}

/** Statuses and answers, with each identifier replaced by when it first came. */
function signature(exchanges: readonly Exchange[]): readonly string[] {
  const seen: string[] = [];

  return exchanges.map(({ status, answer }) =>
    `${status} ${answer}`.replaceAll(/"sTxId":("[^"]*"|\d+)/g, (_, sTxId: string) => {
      if (!seen.includes(sTxId)) seen.push(sTxId);

      return `"sTxId":#${seen.indexOf(sTxId)}`;
    }),
  );
}

function reported({ steps }: ReportCounterexample): readonly Exchange[] {
  return steps.map(({ response }) =>
    'none' in response
      ? { status: 0, answer: response.none }
      : { status: response.status, answer: response.body },
  );
}

async function findCounterexample(rule: string, behaviour: () => Partial<Behaviour>) {
  const { server } = await startRecorded(behaviour());
  await using _ = server;
  const report = await conform({ deployment: deploymentOf(server.url), seed: 3 });
  const found = report.rules.find(({ id }) => id === rule);

  expect(found).toMatchObject({ id: rule, outcome: 'fail' });

  return { counterexample: found!.counterexample!, origin: server.url.origin };
}

/** Runs the commands against a deployment that has just been started, and gives what it answered. */
async function repeatElsewhere(
  { steps }: ReportCounterexample,
  origin: string,
  behaviour: Partial<Behaviour>,
) {
  const { server, exchanges } = await startRecorded(behaviour);
  await using _ = server;
  await shell(steps.map(({ curl }) => curl.replaceAll(origin, server.url.origin)).join('\n'));

  return exchanges;
}

describe('the commands of a counterexample show it again on a fresh deployment', () => {
  const SHOWN = [
    'nicn/refuses-non-digits',
    'nicn/accepts-6-to-8-digits',
    'opaque/campaign-and-data-are-opaque',
    'identity/update-by-stxid-keeps-stxid',
    'identity/update-by-mtxid-keeps-stxid',
    'identity/update-recalculates-fee',
    'identity/distinct-mtxids-are-distinct',
    'identity/state-machine',
    'processor/required-with-several',
    'processor/mid-and-name-agree',
    'sale/accepts-mtxid',
    'sale/accepts-both',
    'sale/accepts-late-mtxid',
    'sale/authcode-is-opaque',
    'sale/requires-stxid-or-mtxid',
    'fee-response/has-transaction-fee-number',
  ];

  test.each(SHOWN.map((shown) => DEFECTS.find(({ rule }) => rule === shown)!))(
    '$what',
    async ({ rule, make }) => {
      const { counterexample, origin } = await findCounterexample(rule, make);
      const again = await repeatElsewhere(counterexample, origin, make());

      expect(signature(again)).toEqual(signature(reported(counterexample)));
    },
  );

  test.each([
    ['as short as 1', (number: number) => String(number)],
    ['digits', (number: number) => String(1_000_000 + number)],
    ['UUIDs', () => crypto.randomUUID()],
  ])('with sTxIds that are %s', async (_, names) => {
    const make = (): Partial<Behaviour> => {
      const first = new Map<unknown, unknown>();

      return {
        names,
        answersFee: (body) => {
          if (!first.has(body['sTxId'])) first.set(body['sTxId'], body['transactionFee']);

          return { ...body, transactionFee: first.get(body['sTxId']) };
        },
      };
    };
    const { counterexample, origin } = await findCounterexample('identity/update-recalculates-fee', make);
    const again = await repeatElsewhere(counterexample, origin, make());

    expect(signature(again)).toEqual(signature(reported(counterexample)));
  });
});

describe('a command', () => {
  const options = { headers: HEADERS, tokenVariable: 'TOLLGATE_TOKEN' };

  function step(body: string, sTxId: string, concurrent = false): Step {
    const text = JSON.stringify({ transactionFee: 1, sTxId, message: 'ok' });
    const answer: Answer = toAnswered({ status: 200, headers: {}, text, ms: 1 });

    return { operation: 'calculateFee', manner: DOCUMENTED_MANNER, body, answer, concurrent };
  }

  /** Each request as it arrives; the answers name the transactions `fresh-1`, `fresh-2`, … */
  async function arriving(
    steps: readonly Step[],
    freshMtxids = new Map<string, string>(),
    before = '',
    ms = 0,
  ) {
    const bodies: string[] = [];
    const seen: Record<string, string | undefined>[] = [];
    let now = 0;
    let mostAtOnce = 0;
    await using server = await listenHttp((request, response) => {
      const chunks: Buffer[] = [];
      mostAtOnce = Math.max(mostAtOnce, ++now);
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        bodies.push(Buffer.concat(chunks).toString());
        seen.push({ ...(request.headers as Record<string, string>), path: request.url });
        const answer = { transactionFee: 1, sTxId: `fresh-${bodies.length}`, message: 'ok' };
        setTimeout(() => {
          now--;
          response.end(JSON.stringify(answer));
        }, ms);
      });
    });
    const commands = toCurls({ steps, freshMtxids }, { ...options, url: server.url });
    const output = await shell([before, ...commands].join('\n'));

    return { bodies, seen, mostAtOnce, output, commands };
  }

  test.each([
    ['quotes', `{"data":["it's","say \\"so\\"","'\\''"]}`],
    ['newlines', '{"amount":\n\n  1}\n'],
    ['what a shell reads', '{"data":["$HOME `id` $(id) \\\\ ! * ~ #"]}'],
    ['every script', '{"data":["Größe","価格","سعر","👩‍💻"]}'],
    ['a file name', '@/etc/passwd'],
    ['nothing', ''],
    ['broken JSON', '{"amount":'],
    ['a dash', '-X'],
    ['percent signs', '%s %00 %n'],
  ])('sends %s as it was', async (_, body) => {
    expect((await arriving([step(body, 'a')])).bodies).toEqual([body]);
  });

  test('sends a body of some MiB as it was, with what can be set anew in it', async () => {
    const body = `{"mTxId":"0123456789abcdef01","data":["it's ${'x'.repeat(3 * 2 ** 20)}"],"amount":1}`;
    const { bodies, commands } = await arriving([step(body, 'a')], new Map([['{m1}', '0123456789abcdef01']]));

    expect(bodies[0] === body).toBe(true);
    expect(commands.join('').length).toBeLessThan(1000);
    expect(printable(body)).toBe(
      `{"mTxId":"0123456789abcdef01","data":["it's (3145728 times "x")"],"amount":1}`,
    );
  });

  test('sends the headers, and the token from the environment', async () => {
    const { seen, commands } = await arriving([step('{}', 'a')]);

    expect(seen[0]).toMatchObject({ ...HEADERS, authorization: `Bearer ${TOKENS.one}`, path: '/v1/ch' });
    expect(commands.join('')).not.toContain(TOKENS.one);
  });

  test('reads an sTxId from the answer to an earlier one', async () => {
    const { bodies } = await arriving([
      step('{"amount":1}', 'old-1'),
      step('{"amount":2}', 'old-2'),
      step('{"amount":3,"sTxId":"old-1"}', 'old-1'),
      step('{"sTxId":"old-2","amount":4}', 'old-2'),
    ]);

    expect(bodies).toEqual([
      '{"amount":1}',
      '{"amount":2}',
      '{"amount":3,"sTxId":"fresh-1"}',
      '{"sTxId":"fresh-2","amount":4}',
    ]);
  });

  test('takes nothing but an identifier for one', async () => {
    const { bodies } = await arriving([
      step('{"amount":1}', '1'),
      step('{"amount":11,"nicn":"111111","sTxId":"1"}', '1'),
    ]);

    expect(bodies[1]).toBe('{"amount":11,"nicn":"111111","sTxId":"fresh-1"}');
  });

  test('alone takes the sTxId that was recorded', async () => {
    const steps = [step('{"amount":1}', 'old-1'), step('{"sTxId":"old-1"}', 'old-1')];
    const [, second] = toCurls(
      { steps, freshMtxids: new Map() },
      { ...options, url: new URL('http://127.0.0.1:9/') },
    );

    expect(await shell(second!.replace(/^curl.*--data-raw /, 'printf %s '))).toBe('{"sTxId":"old-1"}');
  });

  test('has mTxIds that can be set anew', async () => {
    const steps = [step('{"mTxId":"0123456789abcdef01-x"}', 'a')];
    const fresh = new Map([['{m1}', '0123456789abcdef01']]);

    expect((await arriving(steps, fresh)).bodies).toEqual(['{"mTxId":"0123456789abcdef01-x"}']);
    expect((await arriving(steps, fresh, 'M1=other')).bodies).toEqual(['{"mTxId":"other-x"}']);
  });

  test('goes out beside others where it did, and the last one waits for all', async () => {
    const steps = [step('{"n":1}', 'a'), step('{"n":2}', 'b', true), step('{"n":3}', 'c', true)];
    const { bodies, mostAtOnce, output } = await arriving(
      [...steps, step('{"n":4}', 'd')],
      new Map(),
      '',
      300,
    );

    expect(mostAtOnce).toBe(3);
    expect(bodies.slice(0, 3).toSorted()).toEqual(['{"n":1}', '{"n":2}', '{"n":3}']);
    expect(bodies[3]).toBe('{"n":4}');
    expect(output.match(/fresh-/g)).toHaveLength(4);
  });
});
