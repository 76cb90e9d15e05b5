import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { decode } from './decode.ts';

const MOST = 1000;
const TEXT = '{"message":"ok"}';

describe('an answer is unpacked', () => {
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
  ])('from %s', (encoding, bytes) => {
    expect(decode(bytes, encoding, MOST)).toEqual({ kind: 'decoded', text: TEXT });
  });

  test('where there is something to unpack', () => {
    expect(decode(Buffer.alloc(0), 'gzip', MOST)).toEqual({ kind: 'decoded', text: '' });
  });
});

describe('an answer is not unpacked', () => {
  test.each([
    ['gzip', gzipSync(Buffer.alloc(1e6))],
    ['br', brotliCompressSync(Buffer.alloc(1e6))],
    ['zstd', zstdCompressSync(Buffer.alloc(1e6))],
    ['gzip, gzip', gzipSync(gzipSync(Buffer.alloc(1e6)))],
  ])('beyond what is read of one: %s', (encoding, bytes) => {
    expect(decode(bytes, encoding, MOST)).toEqual({ kind: 'too-large' });
  });

  test.each([
    ['what is no gzip', 'gzip', Buffer.from(TEXT)],
    ['half of one', 'gzip', gzipSync(TEXT).subarray(0, 12)],
    ['four times', 'gzip, gzip, gzip, gzip', gzipSync(gzipSync(gzipSync(gzipSync(TEXT))))],
  ])('from %s', (_, encoding, bytes) => {
    expect(decode(bytes, encoding, MOST)).toEqual({ kind: 'undecodable' });
  });
});
