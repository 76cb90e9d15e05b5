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
  entryOf,
  fixture,
  harOf,
  read,
  readAll,
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
        why: `a.har is cut off after ${complete} entries`,
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
    ['captured packets', Buffer.from('d4c3b2a102000400', 'hex'), 'captured packets: export'],
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
    await expect(read(sub ?? '')).rejects.toThrow('got a directory: name the HAR files in it');
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
