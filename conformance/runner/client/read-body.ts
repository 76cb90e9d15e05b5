/** Reads and decompresses a response body, never beyond a given size. */
import { DECODERS } from '../../../src/exchange/content-coding.ts';

export interface BodyRead {
  /** `undecodable` has the raw text; `too-large` its beginning. */
  readonly kind: 'complete' | 'undecodable' | 'too-large';
  readonly text: string;
}

/** A server may compress although the client sends no Accept-Encoding (RFC 9110, 12.5.3). */
export async function readBody(
  body: AsyncIterable<Buffer>,
  encoding: string | undefined,
  maxBytes: number,
): Promise<BodyRead> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    chunks.push(chunk);
    if (length > maxBytes)
      return { kind: 'too-large', text: Buffer.concat(chunks, maxBytes).toString('utf8') };
  }

  return decode(Buffer.concat(chunks), encoding, maxBytes);
}

/** More encodings than this are an attack. */
const MAX_ENCODINGS = 3;

/** Ignores encodings that are not compressions, such as `utf-8`. */
function decode(bytes: Buffer, encoding: string | undefined, maxBytes: number): BodyRead {
  const names = (encoding ?? '').split(',').map((name) => name.trim().toLowerCase());
  const decoders = names.flatMap((name) => DECODERS[name] ?? []).toReversed();
  const text = bytes.toString('utf8');
  if (bytes.length === 0 || decoders.length === 0) return { kind: 'complete', text };
  if (decoders.length > MAX_ENCODINGS) return { kind: 'undecodable', text };
  try {
    const plain = decoders.reduce(
      (compressed, decoder) => decoder(compressed, { maxOutputLength: maxBytes }),
      bytes,
    );

    return { kind: 'complete', text: plain.toString('utf8') };
  } catch (error) {
    const isTooLarge = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';

    return { kind: isTooLarge ? 'too-large' : 'undecodable', text };
  }
}
