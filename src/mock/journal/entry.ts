/** A request of the journal as it is shown: read, masked, and as JSON can hold it. */
import type { Choices } from '../../contract/choices.ts';
import type { Violation } from '../../contract/types.ts';
import { maskBodyText, maskHeader, maskIdentifier, maskQuery, maskText, maskValue } from '../../text/mask.ts';
import { FAULT_HEADER } from '../faults/fault-header.ts';
import type { Noted } from './noted.ts';

/** A body that is JSON stands as `body`, any other as `text`. */
interface Content {
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly text?: string;
}

export interface JournalEntry {
  /** What the header Request-Id of the answer says. */
  readonly requestId: string;
  /** When it came, by the clock of the mock. */
  readonly time: string;
  /** How long the answer took. */
  readonly milliseconds: number;
  readonly world?: string;
  readonly merchant?: string;
  /** Both are missing where what came was no HTTP. */
  readonly method?: string;
  readonly path?: string;
  readonly query?: string;
  /** The status of the answer. */
  readonly status: number;
  readonly request: Content & {
    /** In bytes, where only the beginning of the body was kept. */
    readonly bodyLength?: number;
  };
  readonly answer: Content;
  /** Which kind of refusal it is, where it is one. */
  readonly reasonCode?: string;
  /** What the refusal says. */
  readonly reason?: string;
  readonly violations: readonly Violation[];
  /** What a lenient mock overlooked. */
  readonly overlooked: readonly Violation[];
  /** What went wrong on purpose, where something did: what was sent is then not always the answer below. */
  readonly fault?: string;
  /** The choices that shaped the answer and are not the mock's own. */
  readonly choices: Choices;
}

export function toEntry({ asked, rendered, to }: Noted): JournalEntry {
  const { id, world, merchant, method, headers, text, bodyLength, at, from } = asked;
  const { path, query } = placeOf(asked);
  const { refusal } = rendered;
  const fault = rendered.headers[FAULT_HEADER];

  return {
    requestId: id,
    time: new Date(at).toISOString(),
    milliseconds: Math.round((to - from) * 1000) / 1000,
    ...(world === undefined ? {} : { world }),
    ...(merchant === undefined ? {} : { merchant }),
    ...(method === undefined ? {} : { method }),
    ...(path === undefined ? {} : { path: maskText(path) }),
    ...(query === undefined ? {} : { query: maskQuery(query) }),
    status: rendered.status,
    request: {
      headers: maskHeaders(headers),
      ...contentOf(text ?? ''),
      ...(bodyLength === undefined ? {} : { bodyLength }),
    },
    answer: { headers: maskHeaders(rendered.headers), ...contentOf(rendered.text) },
    ...(refusal === undefined ? {} : { reasonCode: refusal.code }),
    ...(refusal?.detail === undefined ? {} : { reason: maskText(refusal.detail) }),
    violations: (refusal?.violations ?? []).map(maskViolation),
    overlooked: (rendered.overlooked ?? []).map(maskViolation),
    ...(fault === undefined ? {} : { fault: maskText(fault) }),
    choices: rendered.choices ?? {},
  };
}

/** The parts of the address, as they came. */
export function placeOf({ url }: Noted['asked']): { readonly path?: string; readonly query?: string } {
  if (url === undefined) return {};
  const [path = '', query] = url.split(/\?(.*)/s, 2);

  return query === undefined ? { path } : { path, query };
}

function maskHeaders(headers: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [maskText(name), maskHeader(name, String(value))]),
  );
}

function contentOf(text: string): Pick<Content, 'body' | 'text'> {
  if (text === '') return {};
  try {
    return { body: maskValue(JSON.parse(text)) };
  } catch {
    return { text: maskBodyText(text) };
  }
}

/** The pointer of an identifier says that its digits may be shown. */
function maskViolation(violation: Violation): Violation {
  const { pointer, got } = violation;
  const isIdentifier = pointer === '/sTxId' || pointer === '/mTxId';

  return {
    ...violation,
    pointer: maskText(pointer),
    got: isIdentifier ? maskIdentifier(got) : maskText(got),
  };
}
