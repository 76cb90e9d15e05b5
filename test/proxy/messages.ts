/** Reads the messages of one direction of a connection, without the connection's own fields. */

export interface Message {
  /** The request line without the address of an absolute target, or the status line without the version. */
  readonly line: string;
  /** Verbatim, in their order. */
  readonly headers: readonly string[];
  readonly body: string;
  readonly trailers: readonly string[];
  /** Whether its end was seen. */
  readonly isWhole: boolean;
}

const HOP_BY_HOP =
  /^(?:connection|keep-alive|proxy-connection|te|transfer-encoding|upgrade|trailer|host)\s*:/i;

/**
 * @param isBodiless whether the response with this number has no body, by the method of its request
 * @param isEnded whether the sender ended the connection, which ends a body without a length
 */
export function readMessages(
  bytes: Buffer,
  {
    isBodiless = () => false,
    isEnded,
  }: { readonly isBodiless?: (at: number) => boolean; readonly isEnded: boolean },
): readonly Message[] {
  const messages: Message[] = [];
  let rest = bytes.toString('latin1');
  let finals = 0;
  while (rest !== '') {
    const end = rest.indexOf('\r\n\r\n');
    if (end < 0) {
      messages.push({ line: rest, headers: [], body: '', trailers: [], isWhole: false });
      break;
    }
    const [line = '', ...fields] = rest.slice(0, end).split('\r\n');
    rest = rest.slice(end + 4);
    const status = Number(/^HTTP\/1\.\d (\d{3})/.exec(line)?.[1]);
    const isInterim = status >= 100 && status < 200;
    const isWithoutBody = isInterim || status === 204 || status === 304 || (status > 0 && isBodiless(finals));
    if (!isInterim) finals += 1;
    const read = isWithoutBody ? NOTHING : readBody(fields, rest, status > 0, isEnded);
    rest = isWithoutBody ? rest : rest.slice(read.length);
    messages.push({
      line: line
        .replace(/^HTTP\/1\.\d /, '')
        .replace(/ HTTP\/1\.\d$/, '')
        .replace(/https?:\/\/[^/?# ]*/, ''),
      headers: fields.filter((field) => !HOP_BY_HOP.test(field)).map(normalise),
      body: read.body,
      trailers: read.trailers.map(normalise),
      isWhole: read.isWhole,
    });
  }

  return messages;
}

/** White space around a value is not part of it. */
function normalise(field: string): string {
  const at = field.indexOf(':');

  return `${field.slice(0, at)}: ${field.slice(at + 1).trim()}`;
}

interface ReadBody {
  readonly body: string;
  readonly trailers: readonly string[];
  readonly length: number;
  readonly isWhole: boolean;
}

const NOTHING: ReadBody = { body: '', trailers: [], length: 0, isWhole: true };

function readBody(fields: readonly string[], rest: string, isResponse: boolean, isEnded: boolean): ReadBody {
  const fieldOf = (name: string) =>
    fields
      .find((field) => field.toLowerCase().startsWith(`${name}:`))
      ?.slice(name.length + 1)
      .trim();
  if (/chunked/i.test(fieldOf('transfer-encoding') ?? '')) return readChunks(rest);
  const length = fieldOf('content-length');
  if (length === undefined && !isResponse) return NOTHING;
  if (length === undefined) return { body: rest, trailers: [], length: rest.length, isWhole: isEnded };
  const body = rest.slice(0, Number(length));

  return { body, trailers: [], length: body.length, isWhole: body.length === Number(length) };
}

function readChunks(rest: string): ReadBody {
  let body = '';
  let at = 0;
  for (;;) {
    const end = rest.indexOf('\r\n', at);
    const size = Number.parseInt(rest.slice(at, end), 16);
    if (end < 0 || Number.isNaN(size)) return { body, trailers: [], length: rest.length, isWhole: false };
    at = end + 2;
    if (size === 0) break;
    body += rest.slice(at, at + size);
    at += size + 2;
    if (at > rest.length) return { body, trailers: [], length: rest.length, isWhole: false };
  }
  const trailers: string[] = [];
  for (;;) {
    const end = rest.indexOf('\r\n', at);
    if (end < 0) return { body, trailers, length: rest.length, isWhole: false };
    const field = rest.slice(at, end);
    at = end + 2;
    if (field === '') return { body, trailers, length: at, isWhole: true };
    trailers.push(field);
  }
}
