/** Files of any form: pieces, compression, damage, and values that no recorder writes. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deflateSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/support/folders.ts';
import {
  bytesOf,
  calls,
  entryOf,
  fixture,
  harOf,
  read,
  readAll,
  show,
  stxidOf,
  U,
} from '../../../test/support/har-files.ts';
import { NotHarError } from './open-har.ts';
import { readHarFiles } from './read-har.ts';

const folder = temporaryFolder();

describe('a file', () => {
  const whole = harOf(
    [entryOf({ start: 0, time: 1, sTxId: 'é" }]' }), entryOf({ start: 5, time: 1, sTxId: 'b\\' })],
    {
      pages: [{ title: 'log":{"entries":[{' }],
      comment: '"entries":[',
    },
  );

  test('may arrive in pieces of any size', async () => {
    for (const chunk of [1, 2, 3, 7, 64])
      expect((await read(bytesOf(whole, chunk))).map(stxidOf)).toEqual(['é" }]', 'b\\']);
  });

  test('is read up to where it is cut, and says so', async () => {
    const bytes = Buffer.from(whole);
    const start = bytes.indexOf('"entries":[') + 11;
    const ends = [...whole.matchAll(/\}\}\}(?=,\{|\])/g)].map(({ index }) =>
      Buffer.byteLength(whole.slice(0, index + 3)),
    );
    for (let cut = start; cut < bytes.length; cut++) {
      const events = await read(bytesOf(bytes.subarray(0, cut)));
      const complete = ends.filter((end) => cut >= end).length;

      expect(events.slice(0, -1).map(stxidOf)).toEqual(['é" }]', 'b\\'].slice(0, complete));
      expect(events.at(-1)).toEqual({
        kind: 'not-judged',
        why: `a.har is cut off after ${complete} ${complete === 1 ? 'entry' : 'entries'}`,
      });
    }
  });

  test('may be compressed, also where the compression is cut', async () => {
    for (const compressed of [gzipSync(whole), deflateSync(whole)])
      expect(await read(bytesOf(compressed))).toHaveLength(2);
    const long = harOf(
      Array.from({ length: 2_000 }, (_, at) => entryOf({ start: at * 7, time: at, sTxId: `${at * at}` })),
    );
    const events = await read(bytesOf(gzipSync(long).subarray(0, 20_000)));

    expect(events.length).toBeGreaterThan(10);
    expect(events.at(-1)).toMatchObject({
      why: expect.stringMatching(/^a\.har is cut off after \d+ entries \(/),
    });
  });

  test('may have entries that are no JSON, no entries, or deep', async () => {
    const broken = `{"log":{"entries":[{"request":{"a":}}, null, 7, "x", [], {}, ${'{"a":'.repeat(9_000)}1${'}'.repeat(9_000)},${JSON.stringify(entryOf({ start: 0, time: 1, sTxId: 'a' }))}]}}`;

    expect((await read(bytesOf(broken))).map(stxidOf)).toEqual(['the entry is not valid JSON', 'a']);
  });

  test('with an entry of 33 MiB is read without it', async () => {
    const long = entryOf({ start: 0, time: 1, sTxId: 'x'.repeat(33 * 1024 * 1024) });

    expect(
      (await read(bytesOf(harOf([long, entryOf({ start: 5, time: 1, sTxId: 'a' })])))).map(stxidOf),
    ).toEqual(['the entry is longer than 32 MiB', 'a']);
  });

  test.each<[string, string | Buffer, string]>([
    ['empty', '', 'an empty file: record it again'],
    ['of white space', '\ufeff \n', 'an empty file: record it again'],
    ['a ZIP archive', Buffer.from('504b0304140000', 'hex'), 'a ZIP archive: unpack it'],
    ['a page', '\n<!doctype html>', 'HTML or XML: export the traffic as HAR 1.2'],
    ['captured packets', Buffer.from('d4c3b2a102000400', 'hex'), 'no JSON object: export'],
    ['UTF-16', Buffer.from(`\ufeff${whole}`, 'utf16le'), 'UTF-16 text: save it as UTF-8'],
    ['an array', '[{"log":{}}]', 'a JSON array'],
    ['text', 'HTTP/1.1 200 OK', 'no JSON object'],
    ['another JSON', '{"info":{"schema":"https://schema.getpostman.com/"},"item":[]}', 'no log.entries'],
    ['a log without entries', '{"log":{"version":"1.2"}}', 'no log.entries'],
    ['entries that are no array', '{"log":{"entries":{"log":1}}}', 'no log.entries'],
    ['cut before the entries', whole.slice(0, 40), 'no log.entries'],
    ['gzip of a page', gzipSync('<html>'), 'HTML or XML'],
    ['gzip that is none', Buffer.from('1f8b0000000000', 'hex'), 'an error while reading'],
  ])('that is %s gives one clear error', async (_, bytes, got) => {
    await expect(read(bytesOf(bytes))).rejects.toThrow(NotHarError);
    await expect(read(bytesOf(bytes))).rejects.toThrow(`a.har: expected a HAR file, got ${got}`);
  });

  test('that is not there, or a folder, gives one clear error before anything is read', async () => {
    mkdirSync(join(folder, 'sub'));
    writeFileSync(join(folder, 'fine.har'), whole);
    const [fine, missing, sub] = ['fine.har', 'missing.har', 'sub'].map((name) => join(folder, name));
    const events = readHarFiles([fine ?? '', missing ?? '']);

    await expect(events.next()).rejects.toThrow(
      `${missing}: expected a HAR file, got no such file: check the path`,
    );
    await expect(read(sub ?? '')).rejects.toThrow('got a directory: name a file in it');
    await expect(read(join(fine ?? '', 'x'))).rejects.toThrow('got no such file');
  });

  test('of any bytes never throws anything else', async () => {
    const har = await readFile(fixture('chrome.har'));
    const damaged = fc.tuple(fc.nat(har.length), fc.uint8Array({ maxLength: 40 })).map(([at, junk]) => {
      const bytes = Buffer.from(har);
      bytes.set(Buffer.from(junk).subarray(0, bytes.length - at), at);

      return bytes;
    });
    const json = fc.json().map((text) => Buffer.from(`{"log":{"entries":[${text}]}}`));
    const junk = fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes));
    await fc.assert(
      fc.asyncProperty(fc.oneof(damaged, json, junk), async (bytes) => {
        try {
          await read(bytesOf(bytes));
        } catch (error) {
          expect(error).toBeInstanceOf(NotHarError);
        }
      }),
    );
  });
});

test('what is no call of the API is left out, with its address and nothing secret', async () => {
  const entry = (url: string, method = 'GET') => ({
    ...entryOf({ start: 0, time: 1, sTxId: 'a' }),
    request: { method, url, headers: [] },
  });
  const urls = ['https://me:pw@CDN.example.com/a/b.js?token=abc#x', 'data:text/plain,hi', '/relative', 'x'];
  const events = await readAll(
    bytesOf(
      harOf([...urls.map((url) => entry(url)), entry(`${U}/v2/ch`, 'POST'), entry(`${U}/v1/ch`, 'OPTIONS')]),
    ),
  );

  expect(events).toEqual([
    { kind: 'left-out', address: 'https://cdn.example.com', method: 'GET', path: '/a/b.js' },
    { kind: 'left-out', address: 'data:', method: 'GET', path: '' },
    { kind: 'left-out', address: 'no address', method: 'GET', path: '' },
    { kind: 'left-out', address: 'no address', method: 'GET', path: '' },
    { kind: 'left-out', address: U, method: 'POST', path: '/v2/ch' },
  ]);
});

test('reading may stop early', async () => {
  const source = bytesOf(harOf([entryOf({ start: 0, time: 1, sTxId: 'a' })], {}), 64);
  for await (const batch of readHarFiles([source])) {
    expect(batch.map(stxidOf)).toEqual(['a']);
    break;
  }
});

test('any value of any member is read without an error', async () => {
  const members = [
    'startedDateTime',
    'time',
    'request',
    'response',
    'timings',
    '_tollgate',
    '_fetchType',
  ] as const;
  const inner = [
    'method',
    'url',
    'headers',
    'postData',
    'bodySize',
    'status',
    'statusText',
    'content',
  ] as const;
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...members, ...inner), fc.json(), async (name, json) => {
      const entry = entryOf({ start: 0, time: 1, sTxId: 'a' });
      const value: unknown = JSON.parse(json);
      const changed = {
        ...entry,
        request: { ...entry.request, [name]: value },
        response: { ...entry.response, [name]: value },
        ...(members.some((member) => member === name) && { [name]: value }),
      };
      const creator = { name: 'tollgate', version: '1' };

      for (const text of [harOf([changed]), harOf([changed], { creator })])
        expect((await read(bytesOf(text))).length).toBeLessThanOrEqual(1);
    }),
  );
});

test('no header of a service takes its answer from the judge', async () => {
  const headers = ['Tollgate-Proxy', 'Non-Authoritative-Reason'].map((name) => ({ name, value: 'HSTS' }));
  const answered = (status: number) => ({ response: { status, headers, content: { text: '{}' } } });
  const call = { start: 0, time: 1, sTxId: 's' };
  const events = await read(
    bytesOf(harOf([entryOf(call, answered(200)), entryOf({ ...call, start: 9 }, answered(307))])),
  );
  expect(events.map(({ kind }) => kind).sort()).toEqual(['exchange', 'not-judged']);
});

// The dialects of recorders.

describe('the dialect of', () => {
  test.each<[string, readonly string[]]>([
    [
      'chrome',
      [
        'the browser made the response itself',
        'no response was recorded',
        'the response came from a cache of the client',
        `POST ${U}/v1/ch/sale 200 no authorization no request-headers no response-body`,
        `POST ${U}/v1/ch 200 no authorization`,
        `POST ${U}/v1/ch/sale 200 no authorization`,
        `POST ${U}/v1/ch 200 no authorization no response-body cut-off`,
      ],
    ],
    [
      'firefox',
      [
        `POST ${U}/tenant/v1/ch/sale 200 a merchant`,
        `POST ${U}/tenant/v1/ch 200 a merchant`,
        `POST ${U}/tenant/v1/ch/sale 200 a merchant no response-body`,
        `POST ${U}/tenant/v1/ch 413 a merchant no request-body`,
      ],
    ],
    [
      'safari',
      [
        'the response came from a cache of the client',
        'no response was recorded',
        `POST ${U}/v1/ch 200 a merchant`,
      ],
    ],
    ['charles', [`POST ${U}/v1/ch 200 a merchant`, `POST ${U}/v1/ch/sale 200 no authorization`]],
    [
      'fiddler',
      [
        'POST http://fees.example.com/v1/ch 200 a merchant',
        'POST http://fees.example.com/v1/ch/sale 503 a merchant',
      ],
    ],
    [
      'postman',
      [
        `POST ${U}/v1/ch?trace=1 200 a merchant`,
        `POST ${U}/v1/ch/sale 400 no authorization`,
        `POST ${U}/v1/ch/sale 400 a merchant no request-body`,
      ],
    ],
    ['mitmproxy', ['no response was recorded', `POST ${U}/v1/ch 200 a merchant`]],
    [
      'playwright',
      [
        'no response was recorded',
        `POST ${U}/v1/ch 308 a merchant`,
        `POST ${U}/v1/ch 200 a merchant no response-body`,
      ],
    ],
    ['burp', [`POST ${U}/v1/ch 200 a merchant`]],
  ])('%s', async (tool, shown) => {
    expect((await read(fixture(`${tool}.har`))).map(show)).toEqual(shown);
  });

  test.each(['firefox', 'safari', 'charles', 'fiddler', 'postman', 'mitmproxy', 'burp', 'chrome'])(
    '%s has the bodies as they were sent, whatever encodes them',
    async (tool) => {
      const exchanges = (await read(fixture(`${tool}.har`))).flatMap((event) =>
        event.kind === 'exchange' && event.exchange.lacks?.every((part) => !part.endsWith('body'))
          ? [event.exchange]
          : [],
      );
      const fee = exchanges.find(
        ({ request }) => request.url?.startsWith('/v1/ch') && !request.url.includes('sale'),
      );

      expect(JSON.parse(fee?.request.body ?? '')).toEqual({
        amount: 100,
        nicn: '424242',
        region: 'AZ',
        mTxId: 'order-1',
      });
      expect(JSON.parse(fee?.response.body ?? '')).toMatchObject({ transactionFee: 2.43, message: 'ok' });
      expect(fee?.request.headers['content-type']).toBe('application/json');
      expect(Object.keys(fee?.request.headers ?? {}).filter((name) => /^:|[A-Z]/.test(name))).toEqual([]);
    },
  );

  test('forms is written as a form, and repeated names are joined', async () => {
    const events = await read(fixture('postman.har'), fixture('chrome.har'));
    const exchanges = events.flatMap((event) => (event.kind === 'exchange' ? [event.exchange] : []));

    expect(exchanges.map(({ request }) => request.body)).toContain('sTxId=a+b&x=');
    expect(exchanges.map(({ response }) => response.headers['set-cookie'])).toContain('a=1, b=2');
    expect(exchanges.find(({ request }) => request.bodyLength !== undefined)).toBeUndefined();
  });
});

// The order of exchanges in one file and over several, and those that were recorded twice.

describe('the order', () => {
  test('is that of the ends, in one file and over several', async () => {
    await fc.assert(
      fc.asyncProperty(calls, fc.nat(3), async (list, files) => {
        const parts = Array.from({ length: files + 1 }, (_, file) =>
          list.filter((_call, at) => at % (files + 1) === file),
        );
        const sources = parts.map((part) => bytesOf(harOf(part.map((call) => entryOf(call)))));
        const ends = (await read(...sources)).map((event) =>
          event.kind === 'exchange' ? event.exchange.endedAt : 0,
        );

        expect(ends).toEqual(
          list.map(({ start, time }) => 1_760_000_000_000 + start + time).toSorted((a, b) => a - b),
        );
      }),
      { numRuns: 40 },
    );
  });

  test('holds back no more exchanges than a window has', async () => {
    const list = Array.from({ length: 3_000 }, (_, start) => entryOf({ start, time: 5, sTxId: `s${start}` }));
    const events = await read(bytesOf(harOf([...list, entryOf({ start: 0, time: 1, sTxId: 'late' })])));

    expect(events).toHaveLength(3_001);
    expect(events.map(stxidOf).indexOf('late')).toBeGreaterThan(1_500);
  });
});

describe('an exchange that was recorded twice is read once', () => {
  const call = { start: 0, time: 10, sTxId: 'a' };

  test.each<[string, readonly unknown[], number]>([
    ['at the same times', [entryOf(call), entryOf(call)], 1],
    [
      'by a page and its service worker',
      [entryOf(call, { _fetchedViaServiceWorker: true }), entryOf({ ...call, start: 2, time: 5 })],
      1,
    ],
    ['not where a client repeats a request', [entryOf(call), entryOf({ ...call, start: 5 })], 2],
    [
      'not where it came later',
      [entryOf(call, { _fetchedViaServiceWorker: true }), entryOf({ ...call, start: 50 })],
      2,
    ],
    ['not where the answer differs', [entryOf(call), entryOf({ ...call, sTxId: 'b' })], 2],
  ])('%s', async (_, entries, count) => {
    expect(await read(bytesOf(harOf(entries)))).toHaveLength(count);
  });

  test('in two files, where other requests got the same answer between', async () => {
    const sales = Array.from({ length: 5 }, (_, at) => {
      const entry = entryOf({ start: at * 40, time: 10, sTxId: 'same' });

      return { ...entry, request: { ...entry.request, postData: { text: `{"mTxId":"order-${at}"}` } } };
    });
    const later = sales.map((entry, at) => ({
      ...entry,
      startedDateTime: new Date(1_760_000_000_300 + at * 40).toISOString(),
    }));

    expect(await read(bytesOf(harOf(sales)), bytesOf(harOf(later)))).toHaveLength(5);
  });

  test('in two files of recorders whose clocks differ', async () => {
    const [one, other] = [call, { ...call, start: 1_500, time: 8 }].map((each) =>
      bytesOf(harOf([entryOf(each)])),
    );

    expect(await read(one ?? '', other ?? '')).toHaveLength(1);
  });
});
