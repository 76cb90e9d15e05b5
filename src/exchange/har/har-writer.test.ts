import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/support/folders.ts';
import { HAR_SCHEMA } from '../../../test/support/har-files.ts';
import type { SeenExchange, TrafficEvent } from '../traffic-event.ts';
import { createHarWriter, HarWriteError } from './har-writer.ts';
import { readHarFiles } from './read-har.ts';

const folder = temporaryFolder();

const isHar = new Ajv({ strict: false, validateFormats: false }).compile(HAR_SCHEMA);
const files = Array.from({ length: 1_000 }, (_, at) => join(folder, `${at}.har`)).values();
const nextFile = () => files.next().value ?? '';
const unexpected = (error: Error) => {
  throw error;
};
const version = '1.2.3';

interface Parts {
  readonly request?: Partial<SeenExchange['exchange']['request']>;
  readonly response?: Partial<SeenExchange['exchange']['response']>;
  readonly endedAt?: number;
  readonly duration?: number;
}

function eventOf({ request, response, endedAt = 20, duration = 5 }: Parts = {}): SeenExchange {
  return {
    kind: 'exchange',
    exchange: {
      service: 'https://fees.example.com/base',
      lacks: [],
      id: 'r-1',
      world: undefined,
      merchant: undefined,
      startedAt: 1_760_000_000_000 + endedAt - duration,
      endedAt,
      duration,
      request: { method: 'POST', url: '/v1/ch', headers: {}, rawHeaders: [], body: '{}', ...request },
      response: { status: 200, headers: {}, rawHeaders: [], statusText: 'OK', body: '{}', ...response },
    },
  };
}

interface RecordedMessage {
  readonly headers: readonly { readonly name: string; readonly value: string }[];
}

/** Names and values in turn, as an entry has them. */
function headersIn(entry: { readonly request: RecordedMessage; readonly response: RecordedMessage }) {
  return [entry.request, entry.response].map(({ headers }) =>
    headers.flatMap(({ name, value }) => [name, value]),
  );
}

/** What a reader gives: no judge needs the headers as they were written. */
function withoutRawHeaders(event: SeenExchange): SeenExchange {
  const { rawHeaders: _, ...request } = event.exchange.request;
  const { rawHeaders: __, ...response } = event.exchange.response;

  return { ...event, exchange: { ...event.exchange, request, response } };
}

async function read(path: string): Promise<readonly TrafficEvent[]> {
  const events: TrafficEvent[] = [];
  for await (const batch of readHarFiles([path]))
    events.push(...batch.filter((event) => event.kind !== 'left-out'));

  return events;
}

async function record(events: readonly TrafficEvent[], path = nextFile()): Promise<string> {
  const writer = createHarWriter(path, { version, onError: unexpected });
  for (const event of events) writer.write(event);
  await writer.close();

  return path;
}

/** Of vowels alone, which no name of a secret is. */
const names = fc.stringMatching(/^x-[aeiou]{1,8}$/);
/** Without digits and logins (`user:password@host`), which are masked. */
const values = fc.stringMatching(/^[ -~]{0,20}$/).map((value) => value.replaceAll(/[\d@]/g, 'd').trim());
const headers = fc.array(fc.tuple(names, values), { maxLength: 5 }).map((list) => [...new Map(list)]);
const bodies = fc.oneof(
  fc
    .record({ amount: fc.integer({ max: 9_999 }), region: fc.constantFrom('AZ', 'é', '日本') })
    .map((value) => JSON.stringify(value)),
  fc.constantFrom('', 'ok', '\u0000\u0001', '<p>no</p>', '\ufeff{}', '{"a":', 'a\r\nb\u2028'),
);
const events = fc
  .array(
    fc.record({
      sent: headers,
      received: headers,
      method: fc.constantFrom('POST', 'GET', 'OPTIONS'),
      url: fc.constantFrom('/v1/ch', '/v1/ch/sale', '/v1/ch?a=b&c=%20'),
      status: fc.integer({ min: 200, max: 599 }).filter((status) => ![204, 205, 304].includes(status)),
      bodies: fc.tuple(bodies, bodies),
      duration: fc.double({ min: 0.001, max: 5_000, noNaN: true }),
      gap: fc.double({ min: 0.01, max: 50, noNaN: true }),
    }),
    { maxLength: 8 },
  )
  .map((list) =>
    list.map(({ sent, received, method, url, status, bodies: [body, answer], duration, gap }, at) =>
      eventOf({
        endedAt: 10_000 + list.slice(0, at).reduce((sum, each) => sum + each.gap, gap),
        duration,
        request: { method, url, headers: Object.fromEntries(sent), rawHeaders: sent.flat(), body },
        response: {
          status,
          headers: Object.fromEntries(received),
          rawHeaders: received.flat(),
          body: answer,
        },
      }),
    ),
  );

describe('a recording', () => {
  test('gives the same exchanges in the same order when it is read', async () => {
    await fc.assert(
      fc.asyncProperty(events, async (list) => {
        const path = await record(list);
        const again = await read(path);

        const har = JSON.parse(readFileSync(path, 'utf8'));
        expect(isHar(har), JSON.stringify(isHar.errors)).toBe(true);
        expect(har.log.entries.map(headersIn)).toEqual(
          list.map(({ exchange: { request, response } }) => [request.rawHeaders, response.rawHeaders]),
        );
        expect(again).toEqual(
          list.map(withoutRawHeaders).map((event) => ({
            ...event,
            exchange: {
              ...event.exchange,
              isWhole: true,
              startedAt: expect.closeTo(event.exchange.startedAt, 1),
              endedAt: expect.closeTo(event.exchange.startedAt + event.exchange.duration, 1),
            },
          })),
        );
      }),
      { numRuns: 60 },
    );
  });

  test('keeps order and case of headers, repeated names, and which parts are missing', async () => {
    const rawHeaders = ['X-B', '1', 'x-a', '2', 'X-B', '3'];
    const event = eventOf({
      request: { rawHeaders, headers: { 'x-a': '2', 'x-b': '1, 3' }, body: '{"a', bodyLength: 2_000_000 },
    });
    const lacks = ['request-body', 'response-body'] as const;
    const cut = { ...event, exchange: { ...event.exchange, lacks, delivery: 'cut-off' as const } };
    const path = await record([cut]);
    const [again] = await read(path);

    expect(headersIn(JSON.parse(readFileSync(path, 'utf8')).log.entries[0])).toEqual([rawHeaders, []]);
    expect(again).toMatchObject({
      exchange: {
        lacks: ['request-body', 'response-body'],
        id: 'r-1',
        delivery: 'cut-off',
        request: { headers: { 'x-a': '2', 'x-b': '1, 3' }, bodyLength: 2_000_000 },
      },
    });
  });

  test('keeps the order of ends that differ by less than its times show', async () => {
    const list = Array.from({ length: 50 }, (_, at) =>
      eventOf({ endedAt: 10 + at * 1e-7, duration: 9 - at / 10, response: { body: `${at}` } }),
    );
    const again = await read(await record(list));

    expect(again.map((event) => event.kind === 'exchange' && event.exchange.response.body)).toEqual(
      list.map((_, at) => `${at}`),
    );
  });

  test('has calls without a response, which the files of other tools do not show', async () => {
    const why = 'the service closed the connection before a response';
    const { exchange } = eventOf({ response: { status: 0, statusText: why, body: '' } });
    const path = await record([{ kind: 'exchange', exchange: { ...exchange, delivery: 'lost' } }]);
    const others = nextFile();
    writeFileSync(others, readFileSync(path, 'utf8').replace('"name":"tollgate"', '"name":"Firefox"'));

    expect(await read(path)).toMatchObject([
      { exchange: { id: 'r-1', lacks: [], delivery: 'lost', response: { status: 0, statusText: why } } },
    ]);
    expect(await read(others)).toEqual([{ kind: 'not-judged', why: 'no response was recorded' }]);
  });

  test('tells what was not judged', async () => {
    const why = 'the client spoke no HTTP';
    const path = await record([{ kind: 'not-judged', why }, eventOf(), { kind: 'not-judged', why }]);

    expect(
      (await read(path)).map((event) => (event.kind === 'exchange' ? event.exchange.id : event.why)),
    ).toEqual(['r-1', why, why]);
    expect(isHar(JSON.parse(readFileSync(path, 'utf8')))).toBe(true);
  });

  test('has no token and no card number', async () => {
    const token = `${Buffer.from('{"alg":"HS256"}').toString('base64url')}.${Buffer.from('{"sub":"me"}').toString('base64url')}.c2lnbmF0dXJl`;
    const event = eventOf({
      request: {
        headers: { authorization: `Bearer ${token}` },
        rawHeaders: ['Authorization', `Bearer ${token}`],
        body: '{"data":["4242 4242 4242 4242"]}',
      },
    });
    const text = readFileSync(
      await record([
        event,
        event,
        { ...event, exchange: { ...event.exchange, service: 'https://me:hunter22@example.com' } },
      ]),
      'utf8',
    );

    expect(text).not.toMatch(/4242 4242 4242|c2lnbmF0dXJl|hunter22/);
    expect(text).not.toContain(token.split('.')[1]);
    expect(new Set(text.match(/Bearer [\w.-]+/g)).size).toBe(1);
  });

  test('leaves very long bodies out, and says so', async () => {
    const long = `"${'x'.repeat(300 * 1024)}"`;
    const list = [eventOf({ request: { body: long } }), eventOf({ endedAt: 30, response: { body: long } })];

    expect(await read(await record(list))).toMatchObject([
      { exchange: { lacks: ['request-body'], request: { body: '' }, response: { body: '{}' } } },
      { exchange: { lacks: ['response-body'], request: { body: '{}' }, response: { body: '' } } },
    ]);
  });

  test('is for its owner alone', async () => {
    expect(statSync(await record([])).mode & 0o777).toBe(0o600);
  });

  test('is whole after every exchange', async () => {
    const path = nextFile();
    const writer = createHarWriter(path, { version, onError: unexpected });
    expect(await read(path)).toEqual([]);
    for (let count = 1; count < 10; count++) {
      writer.write(eventOf({ endedAt: 20 + count, response: { body: 'x'.repeat(count * 1_000) } }));
      await expect.poll(() => wholeEntriesIn(path)).toBe(count);
    }
    await writer.close();
  });

  /** Undefined in the middle of a write. */
  function wholeEntriesIn(path: string): number | undefined {
    try {
      const har = JSON.parse(readFileSync(path, 'utf8'));

      expect(isHar(har)).toBe(true);

      return har.log.entries.length;
    } catch (error) {
      if (error instanceof SyntaxError) return undefined;
      throw error;
    }
  }
});

describe('a file that cannot be written', () => {
  test.each([
    [
      'exists',
      (path: string) => writeFileSync(path, 'mine'),
      'got a file that exists already: choose another name',
    ],
    ['is a folder', (path: string) => mkdirSync(path), 'got a file that exists already'],
  ])('because it %s is left as it is', (_, prepare, message) => {
    const path = nextFile();
    prepare(path);

    expect(() => createHarWriter(path, { version, onError: unexpected })).toThrow(HarWriteError);
    expect(() => createHarWriter(path, { version, onError: unexpected })).toThrow(
      `${path}: expected to write a new file, ${message}`,
    );
  });

  test('because there is no folder gives one clear error', () => {
    const path = join(folder, 'no', 'a.har');

    expect(() => createHarWriter(path, { version, onError: unexpected })).toThrow(
      'got no such folder: create it first',
    );
  });

  test('because the disk takes no more keeps what it has, says so once, and stops', async () => {
    const path = nextFile();
    const writer = new URL('./har-writer.ts', import.meta.url).href;
    const event = JSON.stringify(eventOf({ response: { body: 'x'.repeat(900) } }));
    const program = `
      import { createHarWriter } from ${JSON.stringify(writer)};
      const errors = [];
      const writer = createHarWriter(${JSON.stringify(path)}, { version: '1', onError: (error) => errors.push(error.message) });
      for (let at = 0; at < 200; at++) {
        writer.write(${event});
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
      await writer.close();
      await writer.close();
      console.log(JSON.stringify(errors));`;
    // The largest file is 64 KiB; without the trap the signal would end the process.
    const { stdout } = spawnSync(
      'bash',
      [
        '--norc',
        '-c',
        `trap '' XFSZ; ulimit -f 64; exec "$0" --input-type=module-typescript -e "$1"`,
        process.execPath,
        program,
      ],
      { encoding: 'utf8' },
    );
    const recorded = await read(path);

    expect(JSON.parse(stdout)).toEqual([
      `${path}: expected to write a new file, got the largest size of a file: recording has stopped; start again with another name`,
    ]);
    expect(recorded.length).toBeGreaterThan(30);
    expect(recorded.every(({ kind }) => kind === 'exchange')).toBe(true);
    expect(isHar(JSON.parse(readFileSync(path, 'utf8')))).toBe(true);
  });
});
