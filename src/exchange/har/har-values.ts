/** Reads values of HAR that tools write in different ways. */
import type { JsonObject } from '../../text/json-object.ts';
import { remember } from '../../text/remember.ts';

/** The object; an empty one for any other value. */
export function record(value: unknown): JsonObject {
  return typeof value === 'object' && value !== null ? (value as JsonObject) : {};
}

export function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

export interface ReadHeaders {
  /** By name in lower case; values of a repeated name are joined. */
  readonly headers: Record<string, string>;
  /** Without the pseudo-headers of HTTP/2. */
  readonly count: number;
  readonly isHttp2: boolean;
}

/** Reads the headers of one recording. Equal values share one string, since thousands of exchanges stay in memory. */
export function createHeaderReader(): (list: unknown) => ReadHeaders {
  const keyOf = remember((name) => name.toLowerCase());
  const same = remember((value) => value);

  return (list) => {
    const headers: Record<string, string> = {};
    let count = 0;
    let isHttp2 = false;
    for (const item of Array.isArray(list) ? list : []) {
      const { name, value } = record(item);
      if (typeof name !== 'string' || typeof value !== 'string' || name === '') continue;
      if (name.startsWith(':')) {
        isHttp2 = true;
        if (name === ':authority') headers['host'] ??= value;
        continue;
      }
      count++;
      const key = keyOf(name);
      const sent = same(value);
      const before = headers[key];
      // Chrome joins the values of a repeated name by line breaks.
      const all = sent.includes('\n') ? sent.split('\n').join(', ') : sent;
      headers[key] = before === undefined ? all : `${before}${key === 'cookie' ? '; ' : ', '}${all}`;
    }

    return { headers, count, isHttp2 };
  };
}

export interface HarAddress {
  /** Base address, without login and default port. */
  readonly service: string;
  /** Path and query behind it. */
  readonly url: string;
}

const ADDRESS =
  /^(?:(https?):\/\/(?:[^/?#@]*@)?([^/?#]+))?(\/[^?#]*?)??(\/v1\/ch(?:\/sale)?)(\?[^#]*)?(?:#.*)?$/i;

/** @returns undefined for an address of another operation */
export function readAddress(url: string, host = ''): HarAddress | undefined {
  const [found, scheme = 'http', authority = host, base = '', path = '', query = ''] =
    ADDRESS.exec(url) ?? [];
  if (found === undefined) return undefined;
  const lower = scheme.toLowerCase();
  const port = lower === 'https' ? ':443' : ':80';
  const at = authority.toLowerCase();

  return {
    service: `${lower}://${at.endsWith(port) ? at.slice(0, -port.length) : at}${base}`,
    url: path + query,
  };
}

/** In milliseconds since 1970, with the fractions that `Date` ignores. */
export function readTime(moment: string | undefined): number | undefined {
  const time = Date.parse(moment ?? '');
  if (Number.isNaN(time)) return undefined;
  const finer = /\.\d{3}(\d{1,9})/.exec(moment ?? '')?.[1];

  return finer === undefined ? time : time + Number(`0.${finer}`);
}

/** In milliseconds. */
export function readDuration(entry: JsonObject): number {
  const { time } = entry;
  if (typeof time === 'number' && Number.isFinite(time) && time > 0) return time;
  // `ssl` is a part of `connect`.
  const { ssl: _, ...timings } = record(entry['timings']);

  return Object.entries(timings).reduce(
    (sum, [name, each]) => sum + (typeof each === 'number' && each > 0 && !name.startsWith('_') ? each : 0),
    0,
  );
}
