import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { type BodyRead, readBody } from './read-body.ts';

const MAX_BYTES = 1000;
const TEXT = '{"message":"ok"}';

async function read(bytes: Buffer, encoding?: string): Promise<BodyRead> {
  async function* chunks() {
    for (let start = 0; start < bytes.length; start += 300) yield bytes.subarray(start, start + 300);
  }

  return await readBody(chunks(), encoding, MAX_BYTES);
}

describe('a body is decompressed', () => {
  test.each([
    ['gzip', gzipSync(TEXT)],
    ['X-GZIP', gzipSync(TEXT)],
    ['deflate', deflateSync(TEXT)],
    ['br', brotliCompressSync(TEXT)],
    ['zstd', zstdCompressSync(TEXT)],
    ['gzip, br', brotliCompressSync(gzipSync(TEXT))],
    ['identity', Buffer.from(TEXT)],
    ['utf-8', Buffer.from(TEXT)],
    [undefined, Buffer.from(TEXT)],
  ])('from %s', async (encoding, bytes) => {
    expect(await read(bytes, encoding)).toEqual({ kind: 'complete', text: TEXT });
  });

  test('unless it is empty', async () => {
    expect(await read(Buffer.alloc(0), 'gzip')).toEqual({ kind: 'complete', text: '' });
  });
});

test.each([
  ['gzip', gzipSync(Buffer.alloc(1e6))],
  ['br', brotliCompressSync(Buffer.alloc(1e6))],
  ['zstd', zstdCompressSync(Buffer.alloc(1e6))],
  ['gzip, gzip', gzipSync(gzipSync(Buffer.alloc(1e6)))],
])('a body is not decompressed beyond the limit: %s', async (encoding, bytes) => {
  expect(await read(bytes, encoding)).toMatchObject({ kind: 'too-large' });
});

test('a body beyond the limit is read up to it', async () => {
  expect(await read(Buffer.alloc(1e6, 'x'))).toEqual({ kind: 'too-large', text: 'x'.repeat(MAX_BYTES) });
});

test.each([
  ['other bytes', 'gzip', Buffer.from(TEXT)],
  ['half of a body', 'gzip', gzipSync(TEXT).subarray(0, 12)],
  ['four compressions', 'gzip, gzip, gzip, gzip', gzipSync(gzipSync(gzipSync(gzipSync(TEXT))))],
])('%s cannot be decompressed', async (_, encoding, bytes) => {
  expect(await read(bytes, encoding)).toMatchObject({ kind: 'undecodable' });
});
