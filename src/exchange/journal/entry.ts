/** An exchange as the control routes show it: JSON with masked secrets and card numbers. */
import type { Choices } from '../../contract/choices.ts';
import type { Violation } from '../../contract/types.ts';
import { truncateNesting } from '../../text/json-object.ts';
import { maskBodyText, maskHeader, maskIdentifier, maskQuery, maskText } from '../../text/mask.ts';
import { maskJson } from '../../text/mask-json.ts';
import { startOf } from '../../text/visible.ts';
import type { Hint } from '../client-observer.ts';
import { splitUrl } from '../exchange.ts';
import type { RecordedExchange } from './recorded-exchange.ts';

/** Names a fault, in a request and in the response that has it. */
export const FAULT_HEADER = 'tollgate-fault';

/** A body is shown as `body` where it is JSON of up to 50 levels, otherwise as `text`. */
interface ShownContent {
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly text?: string;
}

export interface JournalEntry {
  /** The header Request-Id of the response of a mock; a proxy adds none. */
  readonly requestId: string;
  /** When the request arrived, by the clock of the mock or proxy. */
  readonly time: string;
  /** The time to handle the request, without delays that a fault adds to the delivery of the response. */
  readonly milliseconds: number;
  readonly world?: string;
  readonly merchant?: string;
  /** Absent, as is the path, where the client sent no valid HTTP. */
  readonly method?: string;
  readonly path?: string;
  readonly query?: string;
  /** The status of the response. */
  readonly status: number;
  readonly request: ShownContent & {
    /** In bytes, where only the beginning of the body was kept. */
    readonly bodyLength?: number;
  };
  readonly answer: ShownContent;
  /** The code of the refusal, where the response is one. */
  readonly reasonCode?: string;
  /** The detail of the refusal. */
  readonly reason?: string;
  readonly violations: readonly Violation[];
  /** Violations that a lenient mock accepted. */
  readonly overlooked: readonly Violation[];
  /** The injected fault. */
  readonly fault?: string;
  /** How little of the answer above the client received; absent where it received all of it. */
  readonly received?: 'no response' | 'a part';
  /** The choices that shaped the response and are not the default. */
  readonly choices: Choices;
  /** What the client rules say about the request, each with the id of its rule. */
  readonly hints: readonly Hint[];
}

export function toEntry(exchange: RecordedExchange): JournalEntry {
  const { id, world, merchant, startedAt, duration, request, response } = exchange;
  const { refusal, overlooked, choices, hints, delivery } = exchange;
  const { method, bodyLength } = request;
  const { path, query } = splitUrl(request);
  const fault = response.headers[FAULT_HEADER];

  return {
    requestId: id,
    time: new Date(startedAt).toISOString(),
    milliseconds: Math.round(duration * 1000) / 1000,
    ...(world === undefined ? {} : { world }),
    ...(merchant === undefined ? {} : { merchant }),
    ...(method === undefined ? {} : { method }),
    ...(path === undefined ? {} : { path: maskText(path) }),
    ...(query === undefined ? {} : { query: maskQuery(query) }),
    status: response.status,
    request: {
      headers: maskHeaders(request.headers),
      ...contentOf(request.body ?? ''),
      ...(bodyLength === undefined ? {} : { bodyLength }),
    },
    answer: { headers: maskHeaders(response.headers), ...contentOf(response.body) },
    ...(refusal === undefined ? {} : { reasonCode: refusal.code }),
    ...(refusal?.detail === undefined ? {} : { reason: maskText(refusal.detail) }),
    violations: (refusal?.violations ?? []).map(maskViolation),
    overlooked: overlooked.map(maskViolation),
    ...(fault === undefined ? {} : { fault: maskText(fault) }),
    ...(delivery === undefined ? {} : { received: delivery === 'lost' ? 'no response' : 'a part' }),
    choices,
    hints: hints.map(({ rule, message }) => ({ rule, message: maskText(message) })),
  };
}

function maskHeaders(headers: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [maskText(name), maskHeader(name, String(value))]),
  );
}

/** Of a body that is shown as JSON: its size when indented grows with the square of its levels. */
const MAX_LEVELS = 50;

/** In characters: masking longer bodies would delay the traffic. The document's have hundreds. */
const LONGEST_BODY = 32 * 1024;

function contentOf(text: string): Pick<ShownContent, 'body' | 'text'> {
  if (text === '') return {};
  if (text.length > LONGEST_BODY) {
    const note = `… (${text.length} characters in all)`;

    return { text: maskBodyText(startOf(text, LONGEST_BODY)) + note };
  }
  try {
    if (truncateNesting(text, MAX_LEVELS) !== text) return { text: maskBodyText(text) };
    return { body: JSON.parse(maskJson(text)) };
  } catch {
    return { text: maskBodyText(text) };
  }
}

/** An identifier may consist of digits, so that only card numbers in it are masked. */
function maskViolation(violation: Violation): Violation {
  const { pointer, got } = violation;
  const isIdentifier = pointer === '/sTxId' || pointer === '/mTxId';

  return {
    ...violation,
    pointer: maskText(pointer),
    got: isIdentifier ? maskIdentifier(got) : maskText(got),
  };
}
