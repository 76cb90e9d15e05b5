/** Judges a client by its exchanges with the passive client rules, one exchange after another. */
import type { ClientRuleId } from '../../src/contract/client-rule-ids.ts';
import { type Call, contentOf, isPutOff, readCall } from '../../src/exchange/call.ts';
import type { Hint } from '../../src/exchange/client-observer.ts';
import type { Exchange } from '../../src/exchange/exchange.ts';
import { createTrace } from '../../src/exchange/trace.ts';
import { isMasked } from '../rule/client-fields.ts';
import type { ClientEvent, ClientHistory } from '../rule/client-history.ts';
import type { ClientRule, ClientViolation } from '../rule/client-rule.ts';
import { type RequestText, textsOf } from '../rule/client-texts.ts';
import { CLIENT_RULES } from '../rules/client-rules.ts';
import { type Counted, type Counting, NO_COUNT } from './counted.ts';
import { DELIBERATE, readDeliberate } from './deliberate.ts';
import { createRecentExchanges, sizeOf } from './recent-exchanges.ts';

export interface ObserveClientOptions {
  readonly source: 'mock' | 'recording';
  /** Whether a merchant has several processors; undefined where that is not known. */
  readonly severalProcessors?: (merchant: string | undefined) => boolean | undefined;
  /** The rules to judge; all by default. */
  readonly selects?: (id: ClientRuleId) => boolean;
  /** Whether an identifier may belong to a transaction from before the first exchange; by default only in a recording. */
  readonly mayBeOlder?: (identifier: string) => boolean;
  /** Whether the source may have left out what an exchange lacks; by default only a recording may. */
  readonly mayLeaveOut?: (exchange: Exchange) => boolean;
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

export interface ObservedClient {
  /**
   * Judges an exchange. Call it in the order of the responses.
   *
   * @param mayJudge whether a rule may judge this exchange, which may lack something; all may by default
   * @returns the violations, as hints
   */
  readonly observe: (exchange: Exchange, mayJudge?: (id: ClientRuleId) => boolean) => readonly Hint[];
  /** The violations in the order in which they were found: the first ones of each rule. */
  readonly findings: readonly ClientViolationFound[];
  /** How many exchanges the rule has judged. */
  readonly exercised: (id: ClientRuleId) => number;
  /** How many exchanges have violated the rule. */
  readonly violated: (id: ClientRuleId) => number;
  /** Exchanges that lack what the rule needs, which the recorder may have left out. */
  readonly leftOut: (id: ClientRuleId) => Counted;
  /** Exchanges that violate the rule, unless they name an earlier transaction that was not seen. */
  readonly unclear: (id: ClientRuleId) => Counted;
  /** How many exchanges `mayJudge` has kept from the rule. */
  readonly keptBack: (id: ClientRuleId) => number;
  /** Requests with the header Tollgate-Deliberate: the last 1000, each with the rules that it is exempt from. */
  readonly deliberate: readonly { readonly exchange: Exchange; readonly rules: readonly ClientRuleId[] }[];
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
const MOST_TROUBLES = 1000;

export function observeClient(options: ObserveClientOptions): ObservedClient {
  const { source, severalProcessors = () => undefined, selects = () => true, budget = BUDGET } = options;
  const { keptFindings = 100 } = options;
  const { mayBeOlder = () => source === 'recording' } = options;
  const trace = createTrace({
    keep: toEvent,
    sizeOf: ({ content = '' }) => content.length,
    budget: budget.transactions,
    mayBeOlder,
  });
  const { mayLeaveOut = () => source === 'recording' } = options;
  const rules = CLIENT_RULES.filter(({ id }) => selects(id));
  const observers = rules.flatMap((rule) =>
    rule.observe === undefined
      ? []
      : [
          {
            rule,
            observe: rule.observe,
            counts: {
              ...{ exercised: 0, violated: 0, keptBack: 0 },
              leftOut: { count: 0, first: undefined } as Counting,
              unclear: { count: 0, first: undefined } as Counting,
            },
          },
        ],
  );
  const countsOf = new Map(observers.map(({ rule, counts }) => [rule.id, counts]));
  const recent = createRecentExchanges(budget.exchanges);
  const found: ClientViolationFound[] = [];
  const deliberate: { readonly exchange: Exchange; readonly rules: readonly ClientRuleId[] }[] = [];

  const troubles: Exchange[] = [];
  const tokens = { areRecorded: false, firstWithout: undefined as Exchange | undefined };
  /** Of the exchanges in the three lists above. */
  let bytesApart = 0;
  /** One for all exchanges, of which `current` is the judged one: to create it each time costs more than some rules. */
  let current: Call | undefined;
  let texts: readonly RequestText[] | undefined;
  const judged = (): Call => {
    if (current === undefined) throw new Error('no exchange is judged');

    return current;
  };
  const transaction = () => trace.told(judged());
  const history: ClientHistory = {
    source,
    mayLeaveOut: () => mayLeaveOut(judged().exchange),
    get exchanges() {
      return recent.exchanges();
    },
    troubles,
    tokens,
    get call() {
      return judged();
    },
    longTexts() {
      texts ??= textsOf(judged().exchange, judged());

      return texts;
    },
    transaction,
    answered() {
      const { given } = judged();

      return given === undefined ? undefined : trace.given(given);
    },
    isFirstCall: () => trace.isFirstCall(judged()),
    mayBeOlder: trace.mayBeOlder,
    wasGiven: (sTxId) => trace.given(sTxId) !== undefined,
    given: trace.givenStxids,
    exchangesOf: recent.find,
    hasSeveralProcessors: severalProcessors,
  };

  return {
    observe(exchange, mayJudge) {
      if (exchange.request.method === 'OPTIONS') return NONE;
      const call = readCall(exchange);
      if (call === undefined) {
        recent.add(exchange);
        return NONE;
      }
      const exempt = readDeliberate(exchange.request.headers[DELIBERATE]);
      if (exempt.length > 0) {
        deliberate.push({ exchange, rules: exempt });
        bytesApart += sizeOf(exchange);
        if (deliberate.length > MOST_DELIBERATE) bytesApart -= bytesOf(deliberate.shift()?.exchange);
      }
      current = call;
      texts = undefined;
      // An example, or identifiers that a recorder has masked, name no transaction.
      const isNameless =
        call.isSampled || (source === 'recording' && [call.sTxId, call.mTxId].some(isMasked));
      let hints: Hint[] | undefined;
      for (const { rule, observe, counts } of observers) {
        if (exempt.length > 0 && exempt.includes(rule.id)) continue;
        if (mayJudge !== undefined && !mayJudge(rule.id)) {
          counts.keptBack += 1;
          continue;
        }
        if (isNameless && !rule.id.startsWith('client-request/')) continue;
        const finding = observe(exchange, history);
        if (finding === undefined) continue;
        if (finding.kind === 'left-out') {
          counts.leftOut.count += 1;
          counts.leftOut.first ??= { exchange };
          continue;
        }
        if (finding.kind === 'unclear') {
          counts.unclear.count += 1;
          counts.unclear.first ??= { exchange, finding };
          continue;
        }
        counts.exercised += 1;
        if (finding.kind === 'holds') continue;
        counts.violated += 1;
        if (counts.violated <= keptFindings) {
          found.push({ rule, exchange, finding });
          bytesApart += sizeOf(exchange);
        }
        hints ??= [];
        hints.push({ rule: rule.id, message: `Expected ${finding.expected}, got ${finding.got}.` });
      }
      recent.add(exchange);
      if (exchange.request.headers['authorization'] !== undefined) tokens.areRecorded = true;
      else if (mayJudge?.('client-request/has-bearer-jwt') !== false) tokens.firstWithout ??= exchange;
      if (isPutOff(call.outcome) || exchange.delivery !== undefined) {
        troubles.push(exchange);
        bytesApart += sizeOf(exchange);
        if (troubles.length > MOST_TROUBLES) bytesApart -= bytesOf(troubles.shift());
      }
      // A refused request that is wrong on purpose says nothing about the transaction that it names.
      const isApart = exempt.length > 0 && call.outcome.kind !== 'accepted';
      if (!isApart && !isNameless) trace.add(call);

      return hints ?? NONE;
    },
    get findings() {
      const calls = callsOf(recent.exchanges(), deliberate);
      const concluded = rules.flatMap((rule) => {
        const conclusion = rule.conclude?.(calls);

        return conclusion === undefined ? [] : [{ rule, ...conclusion }];
      });

      return [...found, ...concluded];
    },
    exercised: (id) => countsOf.get(id)?.exercised ?? 0,
    violated: (id) => countsOf.get(id)?.violated ?? 0,
    leftOut: (id) => countsOf.get(id)?.leftOut ?? NO_COUNT,
    unclear: (id) => countsOf.get(id)?.unclear ?? NO_COUNT,
    keptBack: (id) => countsOf.get(id)?.keptBack ?? 0,
    deliberate,
    bytes: () => trace.bytes() + recent.bytes() + bytesApart,
    identifiers: trace.identifiers,
    get exchanges() {
      return recent.exchanges();
    },
  };
}

const NONE: readonly Hint[] = [];

function toEvent(call: Call): ClientEvent {
  const { exchange, outcome, operation, sentAt, endedAt } = call;
  const event = { id: exchange.id, outcome: outcome.kind, sentAt, endedAt };

  return operation === 'attachSale' ? { ...event, content: contentOf(call) } : event;
}

function bytesOf(exchange: Exchange | undefined): number {
  return exchange === undefined ? 0 : sizeOf(exchange);
}

function callsOf(exchanges: readonly Exchange[], deliberate: ObservedClient['deliberate']): readonly Call[] {
  const apart = new Set(deliberate.map(({ exchange }) => exchange));

  return exchanges.flatMap((exchange) => {
    const call = apart.has(exchange) ? undefined : readCall(exchange);

    return call ?? [];
  });
}
