/** The only file that unpacks answers: never to more than is read of one, whatever they would unpack to. */
import { brotliDecompressSync, gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib';

type Decoder = (bytes: Buffer, options: { readonly maxOutputLength: number }) => Buffer;

const DECODERS: Readonly<Record<string, Decoder>> = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
  zstd: zstdDecompressSync,
};

/** Nobody compresses more often, except to see what becomes of it. */
const MOST_CODINGS = 3;

export type Decoded =
  | { readonly kind: 'decoded'; readonly text: string }
  | { readonly kind: 'undecodable' }
  | { readonly kind: 'too-large' };

/**
 * A server may compress for a client that does not say what it takes (RFC 9110, 12.5.3). What it calls by a name that
 * is none of a compression, such as `utf-8`, is taken as it is.
 */
export function decode(bytes: Buffer, encoding: string | undefined, most: number): Decoded {
  const codings = (encoding ?? '').split(',').map((coding) => coding.trim().toLowerCase());
  const decoders = codings.flatMap((coding) => DECODERS[coding] ?? []).toReversed();
  if (bytes.length === 0 || decoders.length === 0) return { kind: 'decoded', text: bytes.toString('utf8') };
  if (decoders.length > MOST_CODINGS) return { kind: 'undecodable' };
  try {
    let plain = bytes;
    for (const decoder of decoders) plain = decoder(plain, { maxOutputLength: most });

    return { kind: 'decoded', text: plain.toString('utf8') };
  } catch (error) {
    const isTooLarge = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';

    return { kind: isTooLarge ? 'too-large' : 'undecodable' };
  }
}
