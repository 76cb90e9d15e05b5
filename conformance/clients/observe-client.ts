/** Judges a client by its exchanges with the client rules, one exchange after another. */
import type { ClientRuleId } from '../../src/contract/client-rule-ids.ts';
import { type Call, contentOf, readCall } from '../../src/exchange/call.ts';
import type { Hint } from '../../src/exchange/client-observer.ts';
import type { Exchange } from '../../src/exchange/exchange.ts';
import { createTrace } from '../../src/exchange/trace.ts';
import { callsOf } from '../rule/client-calls.ts';
import {
  type ClientEvent,
  type ClientHistory,
  type ClientRule,
  type ClientViolation,
  isMasked,
  isOnTransactions,
} from '../rule/client-rule.ts';
import { type RequestText, textsOf } from '../rule/client-texts.ts';
import { CLIENT_RULES } from '../rules/client-rules.ts';
import { exemptionsOf, withoutExempt } from './deliberate.ts';
import { createRecentExchanges, sizeOf } from './recent-exchanges.ts';

export interface ObserveClientOptions {
  readonly source: 'mock' | 'recording';
  /** Whether a merchant has several processors; undefined where that is not known. */
  readonly severalProcessors?: (merchant: string | undefined) => boolean | undefined;
  /** The rules to judge; all by default. */
  readonly selects?: (rule: ClientRule) => boolean;
  /** Whether an identifier may belong to a transaction from before the first exchange; by default only in a recording. */
  readonly mayBeOlder?: (identifier: string) => boolean;
  /** In bytes, 32 MiB each by default. Beyond it the oldest are forgotten. */
  readonly budget?: { readonly transactions: number; readonly exchanges: number };
  /** How many findings of each rule are kept with their exchanges; 100 by default. All are counted. */
  readonly keptFindings?: number;
}

interface ClientViolationFound {
  readonly rule: ClientRule;
  readonly exchange: Exchange;
  readonly finding: ClientViolation;
}

/** A number of exchanges, and the first one. */
export interface Counted {
  count: number;
  first: { readonly exchange: Exchange; readonly finding?: ClientViolation } | undefined;
}

/** Exchanges that a rule has judged, or not. */
interface ClientCounts {
  exercised: number;
  violated: number;
  /** Of which the source does not show what the rule needs. */
  keptBack: number;
  /** That lack what the rule needs, which the recorder may have left out. */
  readonly leftOut: Counted;
  /** That violate the rule, unless they name an earlier transaction that was not seen. */
  readonly unclear: Counted;
}

/** A request with the header Tollgate-Deliberate, and the rules that it is exempt from. */
interface DeliberateRequest {
  readonly exchange: Exchange;
  readonly rules: readonly ClientRuleId[];
}

export interface ObservedClient {
  /**
   * Judges an exchange. Call it in the order of the responses.
   *
   * @param hides whether the exchange does not show a rule, for a reason that only its source knows
   * @returns the violations, as hints
   */
  readonly observe: (exchange: Exchange, hides?: (id: ClientRuleId) => boolean) => readonly Hint[];
  /** The violations in the order in which they were found: the first ones of each rule, and then those of all calls. */
  readonly findings: readonly ClientViolationFound[];
  /** The counts of a rule that judges single exchanges; undefined for others, and for those that are not selected. */
  readonly counts: (id: ClientRuleId) => ClientCounts | undefined;
  /** Requests with other headers of a recording, but neither a token nor a placeholder for one. */
  readonly tokenless: Counted;
  /** The last 1000. */
  readonly deliberate: readonly DeliberateRequest[];
  /** An estimate of its memory. */
  readonly bytes: () => number;
  /** The `sTxId`s and `mTxId`s of the transactions that it remembers. */
  readonly identifiers: () => Iterable<string>;
  /** All exchanges but CORS preflights, in the order of their responses; the oldest are dropped beyond the budget. */
  readonly exchanges: readonly Exchange[];
}

/** In bytes. */
const BUDGET = { transactions: 32 * 1024 * 1024, exchanges: 32 * 1024 * 1024 };

const MOST_DELIBERATE = 1000;

export function observeClient(options: ObserveClientOptions): ObservedClient {
  const { source, severalProcessors = () => undefined, selects = () => true, budget = BUDGET } = options;
  const { keptFindings = 100 } = options;
  const isRecording = source === 'recording';
  const bearer = CLIENT_RULES.find(({ id }) => id === 'client-request/has-bearer-jwt');
  const trace = createTrace({
    keep: toEvent,
    sizeOf: ({ content = '' }) => content.length,
    budget: budget.transactions,
    mayBeOlder: options.mayBeOlder ?? (() => isRecording),
  });
  const rules = CLIENT_RULES.filter(selects);
  const judged = rules.flatMap((rule) =>
    rule.judge === undefined ? [] : [{ rule, judge: rule.judge, counts: createCounts() }],
  );
  const countsOf = new Map(judged.map(({ rule, counts }) => [rule.id, counts]));
  const recent = createRecentExchanges(budget.exchanges);
  const found: ClientViolationFound[] = [];
  const deliberate: DeliberateRequest[] = [];
  const tokens = { areRecorded: false, firstWithout: undefined as Exchange | undefined };
  const tokenless: Counted = { count: 0, first: undefined };
  /** Of the exchanges in `found` and `deliberate`. */
  let bytesApart = 0;
  let texts: { readonly call: Call; readonly all: readonly RequestText[] } | undefined;
  const history: ClientHistory = {
    source,
    mayLeaveOut: ({ exchange }) => isRecording && exchange.isWhole !== true,
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
    exchangesOf: recent.find,
    hasSeveralProcessors: severalProcessors,
  };
  const noteDeliberate = (request: DeliberateRequest) => {
    deliberate.push(request);
    bytesApart += sizeOf(request.exchange);
    const dropped = deliberate.length > MOST_DELIBERATE ? deliberate.shift() : undefined;
    if (dropped !== undefined) bytesApart -= sizeOf(dropped.exchange);
  };
  const noteToken = (exchange: Exchange, isHidden: boolean) => {
    const { request, lacks = [], isWhole } = exchange;
    if (request.headers.authorization !== undefined) {
      tokens.areRecorded = true;
      return;
    }
    if (!isHidden) tokens.firstWithout ??= exchange;
    if (isWhole || lacks.includes('request-headers') || request.method !== 'POST') return;
    note(tokenless, { exchange });
  };

  return {
    observe(exchange, hides) {
      if (exchange.request.method === 'OPTIONS') return NONE;
      const call = readCall(exchange);
      if (call === undefined) {
        recent.add(exchange);
        return NONE;
      }
      const exemptFrom = exemptionsOf(exchange);
      if (exemptFrom.length > 0) noteDeliberate({ exchange, rules: exemptFrom });
      const { lacks = [] } = exchange;
      // Without a token the merchant is unknown, and an mTxId may be that of another.
      const isUnnamed = lacks.includes('authorization') && !('sTxId' in call.fields);
      const isHidden = ({ id, needs }: Pick<ClientRule, 'id' | 'needs'>) =>
        hides?.(id) === true ||
        lacks.some((part) => needs?.includes(part)) ||
        (isUnnamed && isOnTransactions(id));
      const isShown = hides === undefined && lacks.length === 0;
      // An example, or identifiers that a recorder has masked, name no transaction.
      const isNameless = call.isSampled || (isRecording && [call.sTxId, call.mTxId].some(isMasked));
      let hints: Hint[] | undefined;
      for (const { rule, judge, counts } of judged) {
        if (exemptFrom.length > 0 && exemptFrom.includes(rule.id)) continue;
        if (!isShown && isHidden(rule)) {
          counts.keptBack += 1;
          continue;
        }
        if (isNameless && isOnTransactions(rule.id)) continue;
        const finding = judge(call, history);
        if (finding === undefined) continue;
        if (finding.kind === 'left-out') note(counts.leftOut, { exchange });
        else if (finding.kind === 'unclear') note(counts.unclear, { exchange, finding });
        else counts.exercised += 1;
        if (finding.kind !== 'violation') continue;
        counts.violated += 1;
        if (counts.violated <= keptFindings) {
          found.push({ rule, exchange, finding });
          bytesApart += sizeOf(exchange);
        }
        hints ??= [];
        hints.push({ rule: rule.id, message: `Expected ${finding.expected}, got ${finding.got}.` });
      }
      recent.add(exchange);
      noteToken(exchange, bearer !== undefined && !isShown && isHidden(bearer));
      // A refused request that is wrong on purpose says nothing about the transaction that it names.
      const isApart = exemptFrom.length > 0 && call.outcome.kind !== 'accepted';
      if (!isApart && !isNameless) trace.add(call);

      return hints ?? NONE;
    },
    get findings() {
      // A recording may lack calls, so that it shows no whole run.
      const calls = isRecording ? [] : callsOf(recent.exchanges());
      const atEnd = rules.flatMap((rule) => {
        const finding = rule.atEnd?.(withoutExempt(calls, rule.id));
        if (finding === undefined || !('exchange' in finding)) return [];

        return { rule, finding, exchange: finding.exchange };
      });

      return [...found, ...atEnd];
    },
    counts: (id) => countsOf.get(id),
    tokenless,
    deliberate,
    bytes: () => trace.bytes() + recent.bytes() + bytesApart,
    identifiers: trace.identifiers,
    get exchanges() {
      return recent.exchanges();
    },
  };
}

const NONE: readonly Hint[] = [];

function createCounts(): ClientCounts {
  return {
    ...{ exercised: 0, violated: 0, keptBack: 0 },
    ...{ leftOut: { count: 0, first: undefined }, unclear: { count: 0, first: undefined } },
  };
}

function note(counted: Counted, first: Counted['first']): void {
  counted.count += 1;
  counted.first ??= first;
}

function toEvent(call: Call): ClientEvent {
  const { exchange, outcome, operation, sentAt, endedAt } = call;
  const event = { id: exchange.id, outcome: outcome.kind, sentAt, endedAt };

  return operation === 'attachSale' ? { ...event, content: contentOf(call) } : event;
}
