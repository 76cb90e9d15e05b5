/** The header fields of a forwarded message: as they came, without those that belong to one connection (RFC 9110, 7.6.1). */

/** Names and values in turn, as Node gives them. */
export type RawHeaders = readonly string[];

/** Connections are mirrored, so that these options hold on both sides. */
const PASSED_OPTIONS: ReadonlySet<string> = new Set(['close', 'keep-alive', 'te']);

/** They say where the message ends or where it goes: to drop one because `Connection` names it would make another message of it. */
const NEVER_DROPPED: ReadonlySet<string> = new Set(['host', 'content-length', 'transfer-encoding']);

export interface Forwarded {
  /** Host of the service, which replaces that of the request. */
  readonly host?: string;
  /** Whether the other side can read the chunked coding in this message. */
  readonly allowsChunked: boolean;
}

export function forwardHeaders(raw: RawHeaders, { host, allowsChunked }: Forwarded): string[] {
  const named = connectionOptions(raw);
  const isChunked = allowsChunked && hasField(raw, 'transfer-encoding');
  const kept: string[] = [];
  for (const [name, value] of pairsOf(raw)) {
    const key = name.toLowerCase();
    if (key === 'connection') {
      const passed = optionsIn(value).filter((option) => PASSED_OPTIONS.has(option.toLowerCase()));
      if (passed.length > 0) kept.push(name, passed.join(', '));
    } else if (key === 'host' && host !== undefined) kept.push(name, host);
    else if (!isDropped(key, named, isChunked)) kept.push(name, value);
  }

  return kept;
}

function isDropped(key: string, named: ReadonlySet<string>, isChunked: boolean): boolean {
  // Without chunks there is no place for trailers.
  if (key === 'transfer-encoding' || key === 'trailer') return !isChunked;
  if (key === 'proxy-connection' || key === 'upgrade') return true;

  return named.has(key) && !PASSED_OPTIONS.has(key) && !NEVER_DROPPED.has(key);
}

function connectionOptions(raw: RawHeaders): ReadonlySet<string> {
  const options = pairsOf(raw).flatMap(([name, value]) =>
    name.toLowerCase() === 'connection' ? optionsIn(value.toLowerCase()) : [],
  );

  return new Set(options);
}

function optionsIn(value: string): readonly string[] {
  return value
    .split(',')
    .map((option) => option.trim())
    .filter((option) => option !== '');
}

export function hasField(raw: RawHeaders, key: string): boolean {
  return pairsOf(raw).some(([name]) => name.toLowerCase() === key);
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
