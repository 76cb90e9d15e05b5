/** Whatever passes on several connections at the same time: nothing is lost, doubled, changed or reordered. */
import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { startFront } from './wire.ts';

const bytes = fc.uint8Array({ maxLength: 20_000 });
const framing = fc.constantFrom('length', 'chunked');
const milliseconds = fc.nat(4);

const exchange = fc.record({
  method: fc.constantFrom('POST', 'PUT', 'DELETE', 'PATCH', 'GET'),
  path: fc.constantFrom('/v1/ch', '/v1/ch/sale', '/other?a=%20&b'),
  headers: fc.array(fc.tuple(fc.constantFrom('X-A', 'x-a', 'X-b'), fc.stringMatching(/^[!-~]{1,12}$/)), {
    maxLength: 5,
  }),
  body: fc.array(bytes, { maxLength: 3 }),
  framing,
  wait: milliseconds,
  answer: fc.record({
    status: fc.constantFrom(200, 201, 204, 304, 404, 422, 503),
    body: fc.array(bytes, { maxLength: 3 }),
    framing,
    wait: milliseconds,
    interim: fc.boolean(),
    isEarly: fc.boolean(),
  }),
});

type Exchange = typeof exchange extends fc.Arbitrary<infer E> ? E : never;

test('random exchanges on several connections arrive as they were sent, in their order', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(exchange, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 5 }),
      async (connections) => {
        const reads: Promise<void>[] = [];
        const received = new Map<
          string,
          { readonly id: string; body: string; readonly headers: unknown }[]
        >();
        const service = createServer((asked, answer) => {
          const [connection = '', at = ''] = String(asked.headers['x-id']).split('.');
          const one = connections[Number(connection)]?.[Number(at)];
          if (one === undefined) return void answer.writeHead(500).end();
          const seen = received.get(connection) ?? [];
          received.set(connection, seen);
          const respond = async () => {
            const { status, body, framing: how, wait, interim } = one.answer;
            if (interim) answer.writeProcessing();
            const length = how === 'length' ? { 'Content-Length': sizeOf(body) } : {};
            answer.writeHead(status, {
              'X-Answers': `${connection}.${at}`,
              ...(isBodiless(status) ? {} : length),
            });
            for (const piece of isBodiless(status) ? [] : body) {
              if (wait > 0) await pause(wait);
              answer.write(piece);
            }
            answer.end();
          };
          if (one.answer.isEarly) void respond();
          const entry = { id: at, body: '', headers: ownHeaders(asked.rawHeaders) };
          seen.push(entry);
          const whole = read(asked).then((body) => {
            entry.body = body;
            if (!one.answer.isEarly) void respond();
          });
          reads.push(whole);
        });
        service.listen(0, '127.0.0.1');
        await once(service, 'listening');
        await using front = await startFront(`http://127.0.0.1:${(service.address() as AddressInfo).port}`);
        const answers = await Promise.all(connections.map((exchanges, at) => send(front.url, exchanges, at)));
        await Promise.all(reads);
        await front.close();
        service.close();

        for (const [at, exchanges] of connections.entries()) {
          expect(answers[at]).toEqual(
            exchanges.map(({ answer }, number) => ({
              id: `${at}.${number}`,
              status: answer.status,
              body: isBodiless(answer.status) ? '' : hex(answer.body),
            })),
          );
          expect(received.get(String(at))).toEqual(
            exchanges.map((one, number) => ({
              id: String(number),
              body: hex(one.body),
              headers: one.headers,
            })),
          );
        }
        const observed = connections.flat().filter(({ path }) => path.startsWith('/v1/ch'));
        expect(front.events.filter(({ kind }) => kind === 'exchange')).toHaveLength(observed.length);
      },
    ),
    { numRuns: 25 },
  );
});

/** One request after another on one connection. */
async function send(url: string, exchanges: readonly Exchange[], connection: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const answers: unknown[] = [];
  for (const [at, { method, path, headers, body, framing: how, wait }] of exchanges.entries()) {
    const raw = ['Host', 'x', 'X-Id', `${connection}.${at}`, ...headers.flat()];
    const length =
      how === 'length' ? ['Content-Length', String(sizeOf(body))] : ['Transfer-Encoding', 'chunked'];
    const asking = request(url + path, { method, agent, headers: [...raw, ...length] });
    const answered = once(asking, 'response');
    for (const piece of body) {
      if (wait > 0) await pause(wait);
      asking.write(piece);
    }
    asking.end();
    const [answer] = (await answered) as [IncomingMessage];
    const text = await read(answer);
    if (!asking.writableFinished) await once(asking, 'finish');
    answers.push({ id: answer.headers['x-answers'], status: answer.statusCode, body: text });
  }
  agent.destroy();

  return answers;
}

async function read(message: IncomingMessage): Promise<string> {
  return Buffer.concat(await message.toArray()).toString('hex');
}

function hex(pieces: readonly Uint8Array[]): string {
  return Buffer.concat(pieces).toString('hex');
}

function sizeOf(pieces: readonly Uint8Array[]): number {
  return pieces.reduce((sum, { length }) => sum + length, 0);
}

function isBodiless(status: number): boolean {
  return status === 204 || status === 304;
}

function ownHeaders(raw: readonly string[]): readonly (readonly string[])[] {
  const pairs = raw.flatMap((name, at) => (at % 2 === 0 ? [[name, raw[at + 1] ?? '']] : []));

  return pairs.filter(([name = '']) => /^x-[ab]$/i.test(name));
}
