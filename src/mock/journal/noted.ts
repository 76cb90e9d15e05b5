/** A request and what came of it, as they were. Nothing is read, masked or written out before somebody looks. */
import type { IncomingMessage } from 'node:http';
import type { Arrival } from '../line.ts';
import type { Rendered } from '../render.ts';

/** A request that has arrived. */
export interface Asked extends Arrival {
  /** What the header Request-Id of its answer says. */
  readonly id: string;
  /** Undefined outside of all worlds. */
  readonly world: string | undefined;
  /** Both are undefined where what came was no HTTP. The address is without the world's part. */
  readonly method: string | undefined;
  readonly url: string | undefined;
  /** When it came, by the clock of the mock: in milliseconds since 1970. */
  readonly at: number;
  /** When it came, as `performance.now` counts: in milliseconds. */
  readonly from: number;
  /** Until it is noted; from then on there is the text. */
  bytes: Buffer | undefined;
  /** The body, or its beginning. */
  text: string | undefined;
  /** In bytes, where only the beginning of the body was kept. */
  bodyLength?: number;
}

/** A request that has been answered. */
export interface Noted {
  readonly asked: Asked;
  readonly rendered: Rendered;
  /** When it was answered, as `performance.now` counts: in milliseconds. */
  readonly to: number;
}

/** One that was refused before there was a request to speak of. */
export function askedEarly(
  { method, url, headers = {} }: Partial<IncomingMessage>,
  { headers: { 'request-id': id = '' } }: Rendered,
  at: number,
): Asked {
  const nothing = { world: undefined, bytes: undefined, text: undefined };

  return { id, method, url, headers, at, from: performance.now(), ...nothing };
}
