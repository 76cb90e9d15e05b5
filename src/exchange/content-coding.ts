/** Decodes a body by its header Content-Encoding (RFC 9110, 8.4). */
import { brotliDecompressSync, gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib';

/** By the name of a coding. Each throws where the bytes are malformed, or longer than this. */
export const DECODERS: Readonly<
  Record<string, (bytes: Buffer, bounds: { maxOutputLength: number }) => Buffer>
> = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
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
