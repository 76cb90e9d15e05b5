/** Decodes a body by its header Content-Encoding (RFC 9110, 8.4). */
import * as zlib from 'node:zlib';

// Not an import by name: older versions of Node.js lack it, and must reach the check of the version.
const { zstdDecompressSync } = zlib;

/** By the name of a coding. Each throws where the bytes are malformed, or longer than this. */
export const DECODERS: Readonly<
  Record<string, (bytes: Buffer, bounds: { maxOutputLength: number }) => Buffer>
> = {
  gzip: zlib.gunzipSync,
  'x-gzip': zlib.gunzipSync,
  // Some servers leave the zlib wrapper out (RFC 9110, 8.4.1.2); its first byte ends in 8.
  deflate: (bytes, bounds) =>
    (bytes[0] ?? 0) % 16 === 8 ? zlib.inflateSync(bytes, bounds) : zlib.inflateRawSync(bytes, bounds),
  br: zlib.brotliDecompressSync,
  ...(zstdDecompressSync === undefined ? {} : { zstd: zstdDecompressSync }),
};

/** @returns undefined where the coding is unknown, or the bytes are malformed or too long */
export function decodeContent(bytes: Buffer, coding: string, longest: number): Buffer | undefined {
  const name = coding.trim().toLowerCase();
  if (name === '' || name === 'identity' || bytes.length === 0) return bytes;
  try {
    return DECODERS[name]?.(bytes, { maxOutputLength: longest });
  } catch {
    return undefined;
  }
}
