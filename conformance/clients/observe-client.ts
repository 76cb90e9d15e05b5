/** Judges a client by its exchanges with the client rules, one exchange after another. */
import { CLIENT_RULE_IDS, type ClientRuleId } from '../../src/contract/client-rule-ids.ts';
import { type Call, contentOf, isReadinessProbe, readCall } from '../../src/exchange/call.ts';
import type { Hint } from '../../src/exchange/client-observer.ts';
import type { Exchange } from '../../src/exchange/exchange.ts';
import { createTrace } from '../../src/exchange/trace.ts';
import { type CoverageCounter, createCoverage } from '../report/coverage.ts';
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
import { matchesPattern } from '../rule/selection.ts';
import { CLIENT_RULES } from '../rules/client-rules.gen.ts';

export interface ObserveClientOptions {
  readonly source: ClientHistory['source'];
  /** The rules to judge; all by default. */
  readonly selects?: (rule: ClientRule) => boolean;
  /** Whether a merchant has several processors; undefined where that is not known. */
  readonly severalProcessors?: ClientHistory['hasSeveralProcessors'];
  /** Whether an identifier may belong to a transaction from before the first exchange; by default only in a recording. */
  readonly mayBeOlder?: (identifier: string) => boolean;
  /** In bytes, 32 MiB each by default. Beyond it the oldest are forgotten. */
  readonly budget?: { readonly transactions: number; readonly exchanges: number };
  /** Counts the calls of several clients; a new one by default. */
  readonly coverage?: CoverageCounter;
}

interface CountedViolation {
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
  readonly violated: Counted;
  /** Of which the source does not show what the rule needs. */
  keptBack: number;
  /** That lack what the rule needs, which the recorder may have left out. */
  readonly leftOut: Counted;
  /** That violate the rule, unless they name an earlier transaction that was not seen. */
  readonly unclear: Counted;
}

export type ObservedClient = ReturnType<typeof observeClient>;

const BUDGET = { transactions: 32 * 1024 * 1024, exchanges: 32 * 1024 * 1024 };
const MOST_DELIBERATE = 1000;
const BEARER = CLIENT_RULES.find(({ id }) => id === 'client-request/has-bearer-jwt');
const NONE: readonly never[] = [];

export function observeClient({
  source,
  selects = () => true,
  severalProcessors = () => undefined,
  mayBeOlder = () => source === 'recording',
  budget = BUDGET,
  coverage = createCoverage(),
}: ObserveClientOptions) {
  const isRecording = source === 'recording';
  const trace = createTrace({
    ...{ budget: budget.transactions, mayBeOlder },
    keep(call: Call): ClientEvent {
      const { exchange, outcome, operation, sentAt, endedAt } = call;
      const event = { id: exchange.id, outcome: outcome.kind, sentAt, endedAt };

      return operation === 'attachSale' ? { ...event, content: contentOf(call) } : event;
    },
    sizeOf: ({ content = '' }) => content.length,
  });
  const tokens = { areRecorded: false, firstWithout: undefined as Exchange | undefined };
  /** Requests with other headers of a recording, but neither a token nor a placeholder for one. */
  const tokenless = noneCounted();
  const recent = createRecentExchanges(budget.exchanges);
  let texts: { readonly call: Call; readonly all: readonly RequestText[] } | undefined;
  const history: ClientHistory = {
    ...trace,
    source,
    mayLeaveOut: ({ exchange }) => isRecording && exchange.isWhole !== true,
    tokens,
    longTexts(call) {
      if (texts?.call !== call) texts = { call, all: textsOf(call) };

      return texts.all;
    },
    exchangesOf(event) {
      const found = event && recent.list().findLast(({ id }) => id === event.id);

      return found === undefined ? [] : [found];
    },
    hasSeveralProcessors: severalProcessors,
  };
  const rules = CLIENT_RULES.filter(selects);
  const judged = rules.flatMap((rule) =>
    rule.judge === undefined ? [] : [{ rule, judge: rule.judge, counts: createCounts() }],
  );
  const countsOf = new Map(judged.map(({ rule, counts }) => [rule.id, counts]));
  /** The rules that the last requests with the header Tollgate-Deliberate are exempt from. */
  const deliberate: { readonly rules: readonly ClientRuleId[] }[] = [];

  const keep = (exchange: Exchange, isTokenHidden = true) => {
    const { request, lacks = NONE, isWhole } = exchange;
    recent.add(exchange);
    if (request.headers.authorization !== undefined) {
      tokens.areRecorded = true;
      return;
    }
    if (!isTokenHidden) tokens.firstWithout ??= exchange;
    if (!isWhole && !lacks.includes('request-headers') && request.method === 'POST')
      note(tokenless, { exchange });
  };
  /**
   * Judges a call. Call it in the order of the responses.
   *
   * @param hides whether its exchange does not show a rule
   * @returns the violations, as hints
   */
  const observeCall = (call: Call, hides?: (id: ClientRuleId) => boolean): readonly Hint[] => {
    const { exchange } = call;
    if (isReadinessProbe(exchange.request)) {
      keep(exchange);
      return NONE;
    }
    const exemptFrom = exemptionsOf(exchange);
    if (exemptFrom.length > 0) deliberate.push({ rules: exemptFrom });
    if (deliberate.length > MOST_DELIBERATE) deliberate.shift();
    const { lacks = NONE } = exchange;
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
      if (exemptFrom.includes(rule.id)) continue;
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
      note(counts.violated, { exchange, finding });
      hints ??= [];
      hints.push({ rule: rule.id, message: `Expected ${finding.expected}, got ${finding.got}.` });
    }
    keep(exchange, BEARER !== undefined && !isShown && isHidden(BEARER));
    // A refused request that is wrong on purpose says nothing about the transaction that it names.
    const isApart = exemptFrom.length > 0 && call.outcome.kind !== 'accepted';
    if (!isApart && !isNameless) {
      coverage.add(call, trace.transactionOf(call));
      trace.add(call);
    }

    return hints ?? NONE;
  };

  return {
    deliberate,
    tokenless,
    observeCall,
    /** The same for an exchange that may be no call. */
    observe(exchange: Exchange): readonly Hint[] {
      const call = readCall(exchange);
      if (call !== undefined) return observeCall(call);
      if (exchange.request.method !== 'OPTIONS') keep(exchange);

      return NONE;
    },
    /** The first violation of each rule by single exchanges, and by all calls. */
    findings(): readonly CountedViolation[] {
      // A recording may lack calls, so that it shows no whole run.
      const calls = isRecording ? NONE : callsOf(recent.list());

      return [
        ...judged.flatMap(({ rule, counts: { violated } }) => {
          const { exchange, finding } = violated.first ?? {};

          return exchange === undefined || finding === undefined ? [] : [{ rule, exchange, finding }];
        }),
        ...rules.flatMap((rule) => {
          const finding = rule.atEnd?.(withoutExempt(calls, rule.id));

          return finding && 'exchange' in finding ? [{ rule, finding, exchange: finding.exchange }] : [];
        }),
      ];
    },
    /** Of a rule that judges single exchanges; undefined for others, and for those that are not selected. */
    counts: (id: ClientRuleId): ClientCounts | undefined => countsOf.get(id),
    /** The `sTxId`s and `mTxId`s of the transactions that it remembers. */
    identifiers: trace.identifiers,
    coverage: coverage.counts,
    /** An estimate of its memory. */
    bytes: () =>
      trace.bytes() +
      recent.bytes() +
      judged.reduce((sum, { counts: { violated } }) => sum + sizeOf(violated.first?.exchange), 0),
  };
}

/** In the order of their responses; the oldest are dropped beyond the budget. */
function createRecentExchanges(budget: number) {
  let kept: Exchange[] = [];
  let bytes = 0;

  return {
    add(exchange: Exchange) {
      kept.push(exchange);
      bytes += sizeOf(exchange);
      if (bytes <= budget) return;
      // Drops half of them at once, since each removal moves the others.
      kept = kept.slice(Math.ceil(kept.length / 2));
      bytes = kept.reduce((sum, each) => sum + sizeOf(each), 0);
    },
    list: (): readonly Exchange[] => kept,
    bytes: () => bytes,
  };
}

/** The objects of an exchange, in bytes. */
const OBJECTS = 2048;

/** Two bytes for each character of the texts, and of the JSON value of the request. */
function sizeOf(exchange: Exchange | undefined): number {
  if (exchange === undefined) return 0;
  const { request, response } = exchange;

  return OBJECTS + 2 * (2 * (request.body?.length ?? 0) + response.body.length);
}

function createCounts(): ClientCounts {
  return {
    ...{ exercised: 0, keptBack: 0 },
    ...{ violated: noneCounted(), leftOut: noneCounted(), unclear: noneCounted() },
  };
}

function noneCounted(): Counted {
  return { count: 0, first: undefined };
}

function note(counted: Counted, first: Counted['first']): void {
  counted.count += 1;
  counted.first ??= first;
}

/** The rules that the header Tollgate-Deliberate of a request names, by their ids or with asterisks. */
export function exemptionsOf({ request: { headers } }: Exchange): readonly ClientRuleId[] {
  const header = headers['tollgate-deliberate'];
  if (header === undefined) return NONE;
  const patterns = String(header)
    .slice(0, 2000)
    .split(',')
    .map((pattern) => pattern.trim())
    .filter((pattern) => pattern !== '');

  return CLIENT_RULE_IDS.filter((id) =>
    patterns.some((pattern) => [pattern, `*/${pattern}`].some((one) => matchesPattern(id, one))),
  );
}

/** The calls without those that are exempt from the rule. Where any exempt call is refused, it is not part of the history. */
export function withoutExempt(calls: readonly Call[], id: ClientRuleId): readonly Call[] {
  return calls.filter(({ exchange, outcome }) => {
    const rules = exemptionsOf(exchange);

    return rules.length === 0 || (outcome.kind === 'accepted' && !rules.includes(id));
  });
}
