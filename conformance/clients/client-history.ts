/** What is remembered of the exchanges of a client: its transactions, the last exchanges, and whether tokens are recorded. */
import { type Call, contentOf } from '../../src/exchange/call.ts';
import type { Exchange } from '../../src/exchange/exchange.ts';
import { createTrace } from '../../src/exchange/trace.ts';
import { type CoverageCounter, createCoverage } from '../report/coverage.ts';
import type { ClientEvent, ClientHistory, ClientViolation } from '../rule/client-rule.ts';
import { type RequestText, textsOf } from '../rule/client-texts.ts';

export interface ClientHistoryOptions {
  readonly source: 'mock' | 'recording';
  /** Whether a merchant has several processors; undefined where that is not known. */
  readonly severalProcessors?: ClientHistory['hasSeveralProcessors'];
  /** Whether an identifier may belong to a transaction from before the first exchange; by default only in a recording. */
  readonly mayBeOlder?: (identifier: string) => boolean;
  /** In bytes, 32 MiB each by default. Beyond it the oldest are forgotten. */
  readonly budget?: { readonly transactions: number; readonly exchanges: number };
  /** Counts the calls of several histories; a new one by default. */
  readonly coverage?: CoverageCounter;
}

/** A number of exchanges, and the first one. */
export interface Counted {
  count: number;
  first: { readonly exchange: Exchange; readonly finding?: ClientViolation } | undefined;
}

export interface GrowingClientHistory extends ClientHistory {
  /** Adds an exchange, after the rules have judged it. @param isTokenHidden whether it does not show a missing token */
  readonly add: (exchange: Exchange, isTokenHidden?: boolean) => void;
  /** Learns from a call which transaction it names. */
  readonly follow: (call: Call) => void;
  /** In the order of their responses; the oldest are dropped beyond the budget. */
  readonly exchanges: () => readonly Exchange[];
  /** Requests with other headers of a recording, but neither a token nor a placeholder for one. */
  readonly tokenless: Counted;
  /** The `sTxId`s and `mTxId`s of the transactions that it remembers. */
  readonly identifiers: () => Iterable<string>;
  /** An estimate of its memory. */
  readonly bytes: () => number;
  readonly coverage: CoverageCounter['counts'];
}

const BUDGET = { transactions: 32 * 1024 * 1024, exchanges: 32 * 1024 * 1024 };

export function createClientHistory({
  source,
  severalProcessors = () => undefined,
  mayBeOlder = () => source === 'recording',
  budget = BUDGET,
  coverage = createCoverage(),
}: ClientHistoryOptions): GrowingClientHistory {
  const trace = createTrace({
    ...{ keep: toEvent, budget: budget.transactions, mayBeOlder },
    sizeOf: ({ content = '' }) => content.length,
  });
  const tokens = { areRecorded: false, firstWithout: undefined as Exchange | undefined };
  const tokenless: Counted = { count: 0, first: undefined };
  let kept: Exchange[] = [];
  let bytes = 0;
  let texts: { readonly call: Call; readonly all: readonly RequestText[] } | undefined;

  return {
    source,
    mayLeaveOut: ({ exchange }) => source === 'recording' && exchange.isWhole !== true,
    tokens,
    longTexts(call) {
      if (texts?.call !== call) texts = { call, all: textsOf(call) };

      return texts.all;
    },
    named: trace.told,
    answered: ({ given }) => (given === undefined ? undefined : trace.given(given)),
    isFirstCall: trace.isFirstCall,
    mayBeOlder: trace.mayBeOlder,
    wasGiven: (sTxId) => trace.given(sTxId) !== undefined,
    given: trace.givenStxids,
    exchangesOf(event) {
      const found = event && kept.findLast(({ id }) => id === event.id);

      return found === undefined ? [] : [found];
    },
    hasSeveralProcessors: severalProcessors,
    add(exchange, isTokenHidden = true) {
      const { request, lacks = [], isWhole } = exchange;
      if (request.headers.authorization !== undefined) tokens.areRecorded = true;
      else {
        if (!isTokenHidden) tokens.firstWithout ??= exchange;
        if (!isWhole && !lacks.includes('request-headers') && request.method === 'POST')
          note(tokenless, { exchange });
      }
      kept.push(exchange);
      bytes += sizeOf(exchange);
      if (bytes <= budget.exchanges) return;
      // Drops half of them at once, since each removal moves the others.
      kept = kept.slice(Math.ceil(kept.length / 2));
      bytes = kept.reduce((sum, each) => sum + sizeOf(each), 0);
    },
    follow(call) {
      coverage.add(call, trace.told(call));
      trace.add(call);
    },
    coverage: coverage.counts,
    exchanges: () => kept,
    tokenless,
    identifiers: trace.identifiers,
    bytes: () => trace.bytes() + bytes,
  };
}

export function note(counted: Counted, first: Counted['first']): void {
  counted.count += 1;
  counted.first ??= first;
}

function toEvent(call: Call): ClientEvent {
  const { exchange, outcome, operation, sentAt, endedAt } = call;
  const event = { id: exchange.id, outcome: outcome.kind, sentAt, endedAt };

  return operation === 'attachSale' ? { ...event, content: contentOf(call) } : event;
}

/** The objects of an exchange, in bytes. */
const OBJECTS = 2048;

/** Two bytes for each character of the texts, and of the JSON value of the request. */
export function sizeOf({ request: { body = '', bodyLength, json }, response }: Exchange): number {
  const value = json === undefined ? 0 : (bodyLength ?? body.length);

  return OBJECTS + 2 * (body.length + value + response.body.length);
}
