/** The header fields of a forwarded message: as they came, without those that belong to one connection (RFC 9110, 7.6.1). */

/** Names and values in turn, as Node gives them. */
export type RawHeaders = readonly string[];

/** Connections are mirrored, so that these options hold on both sides. */
const PASSED_OPTIONS: ReadonlySet<string> = new Set(['close', 'keep-alive', 'te']);

/** These delimit or route the message: dropping one because `Connection` names it would make it another message. */
const NEVER_DROPPED: ReadonlySet<string> = new Set(['host', 'content-length', 'transfer-encoding']);

const NONE: readonly string[] = [];

export interface Forwarded {
  /** Host of the service, which replaces that of the request. */
  readonly host?: string;
  /** Whether the other side can read the chunked coding in this message. */
  readonly allowsChunked: boolean;
  /** Whether the message may change the protocol of the connection. */
  readonly changes?: boolean;
}

export function forwardHeaders(
  raw: RawHeaders,
  { host, allowsChunked, changes = false }: Forwarded,
): string[] {
  const keys: string[] = [];
  let named = NONE;
  let isChunked = false;
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const key = (raw[at] ?? '').toLowerCase();
    keys.push(key);
    if (key === 'connection') named = [...named, ...optionsIn((raw[at + 1] ?? '').toLowerCase())];
    else if (key === 'transfer-encoding') isChunked = allowsChunked;
  }
  const kept: string[] = [];
  for (const [at, key] of keys.entries()) {
    const [name = '', value = ''] = [raw[2 * at], raw[2 * at + 1]];
    if (key === 'connection') {
      const passed = optionsIn(value).filter((option) => isPassed(option.toLowerCase(), changes));
      if (passed.length > 0) kept.push(name, passed.join(', '));
    } else if (key === 'host' && host !== undefined) kept.push(name, host);
    else if ((changes && key === 'upgrade') || !isDropped(key, named, isChunked)) kept.push(name, value);
  }

  return kept;
}

function isPassed(option: string, changes: boolean): boolean {
  return PASSED_OPTIONS.has(option) || (changes && option === 'upgrade');
}

function isDropped(key: string, named: readonly string[], isChunked: boolean): boolean {
  // Without chunks there is no place for trailers.
  if (key === 'transfer-encoding' || key === 'trailer') return !isChunked;
  if (key === 'proxy-connection' || key === 'upgrade') return true;

  return named.includes(key) && !PASSED_OPTIONS.has(key) && !NEVER_DROPPED.has(key);
}

function optionsIn(value: string): readonly string[] {
  return value
    .split(',')
    .map((option) => option.trim())
    .filter((option) => option !== '');
}

/** How many fields have this name, given in lower case. */
export function countFields(raw: RawHeaders, key: string): number {
  return raw.filter((name, at) => at % 2 === 0 && name.toLowerCase() === key).length;
}

export function pairsOf(raw: RawHeaders): [name: string, value: string][] {
  const pairs: [string, string][] = [];
  for (let at = 0; at + 1 < raw.length; at += 2) pairs.push([raw[at] ?? '', raw[at + 1] ?? '']);

  return pairs;
}

/** The head of a message as text: a first line, fields and an empty line. Write it as latin1, as Node reads it. */
export function headText(firstLine: string, raw: RawHeaders): string {
  const lines = pairsOf(raw).map(([name, value]) => `${name}: ${value}\r\n`);

  return `${firstLine}\r\n${lines.join('')}\r\n`;
}
