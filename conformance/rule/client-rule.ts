/** Defines a rule on clients: one testable claim about the requests of a client. */
import type { Choices } from '../../src/contract/choices.ts';
import type { ClientRuleId } from '../../src/contract/client-rule-ids.ts';
import type { Outcome } from '../../src/contract/outcome.ts';
import type { Call } from '../../src/exchange/call.ts';
import type { Exchange, ExchangePart } from '../../src/exchange/exchange.ts';
import type { Trace } from '../../src/exchange/trace.ts';
import type { TransactionHistory } from '../../src/exchange/transaction.ts';
import type { RequestText } from './client-texts.ts';
import { type Head, type Levelled, withLevel } from './rule.ts';

export interface ClientSpec extends Head<ClientRuleId> {
  /** A request, or a line of a client, that breaks the rule, and the same done right. */
  readonly example: { readonly wrong: string; readonly right: string };
  /** What shows a violation, if single exchanges do not: words that follow `seen only in`. */
  readonly seenIn?: string;
  /** Parts of an exchange without which a recording does not show whether the rule holds. */
  readonly needs?: readonly ExchangePart[];
  /** Judges a call; undefined if the rule does not apply. Rules without it are judged by runs of a command alone. */
  readonly judge?: (call: Call, history: ClientHistory) => ClientFinding | undefined;
  /** Judges all calls at the end of a run, in the order in which they were sent. */
  readonly atEnd?: (calls: readonly Call[], faulty?: FaultyRun) => EndFinding;
  /** What tolerance runs vary, each option in one run of an effort. */
  readonly options?: readonly ToleranceOption[];
  /** The responses that show the options; an accepted one by default. */
  readonly shownBy?: 'fee' | 'refusal';
}

export type ClientRule = Levelled<ClientSpec>;

export function clientRule(spec: ClientSpec): ClientRule {
  return withLevel(spec);
}

export type ClientFinding =
  | { readonly kind: 'holds' }
  /** The rule needs a part that is absent, and that the recorder may have left out. */
  | { readonly kind: 'left-out' }
  | ClientViolation;

export interface ClientViolation {
  /** `unclear`: broken, unless something else explains it. */
  readonly kind: 'violation' | 'unclear';
  readonly expected: string;
  /** Masked: it repeats no card number and no token. */
  readonly got: string;
  /** Earlier exchanges that belong to the proof, such as the fee call of a transaction that is sold. */
  readonly related?: readonly Exchange[];
  /** What else explains an unclear one; by default a call of an earlier transaction that was not seen. */
  readonly couldBe?: string;
}

export type EndFinding =
  | { readonly kind: 'holds' }
  /** The run does not show whether the rule holds. */
  | { readonly kind: 'not-judged'; readonly why: string }
  | (ClientViolation & { readonly exchange: Exchange; readonly doubt?: Doubt });

/** Why tests that depend on each other would look the same. */
interface Doubt {
  readonly why: string;
  /** Whether the run proves that the command continues after a failed check, so that the doubt remains. */
  readonly isCertain: boolean;
}

/** How a run ended: `attempts` where the client sent one request again and again. */
type RunEnding = 'by-itself' | 'time-limit' | 'attempts' | 'interrupted';

/** How a run of the client went. */
export interface ClientRunResult {
  readonly passed: boolean;
  readonly ending: RunEnding;
  /** Such as `ended with exit code 1`; empty where it passed. */
  readonly reason: string;
  readonly output: string;
  /** On the clock of `Call.endedAt`. */
  readonly startedAt: number;
  readonly endedAt: number;
}

/** A run in which a mock injects faults. */
export interface FaultyRun extends ClientRunResult {
  /** The calls of the run without a fault, in the order in which they were sent. */
  readonly usual: readonly Call[];
}

/** The tolerance runs of the effort `standard`, each with options of several rules. */
export const TOLERANCE_RUNS = [1, 2, 3, 4, 5] as const;
export type ToleranceRun = (typeof TOLERANCE_RUNS)[number];

export interface ToleranceOption {
  readonly choices?: Choices;
  /** As the mock takes them, such as `path=/v1/ch, times=1: latency=2000`. */
  readonly faults?: readonly string[];
  /** Absent if only the effort `deep` tries it. */
  readonly run?: ToleranceRun;
}

/** What client rules know of the exchanges before the judged one. */
export interface ClientHistory
  extends Pick<
    Trace<Call, ClientEvent>,
    'transactionOf' | 'given' | 'givenStxids' | 'isFirstCall' | 'mayBeOlder'
  > {
  /** `mock`: complete. `recording`: something may be missing, and what is missing is not judged. */
  readonly source: 'mock' | 'recording';
  /** Whether a recorder may have left out or replaced what the call lacks. */
  readonly mayLeaveOut: (call: Call) => boolean;
  /** Whether earlier calls had the header Authorization, and the first one that had not. */
  readonly tokens: { readonly areRecorded: boolean; readonly firstWithout: Exchange | undefined };
  /** The texts of the request that may hold a card number. */
  readonly longTexts: (call: Call) => readonly RequestText[];
  /** The exchange of a call, for a report; empty if it was dropped. */
  readonly exchangesOf: (event: ClientEvent | undefined) => readonly Exchange[];
  /** Whether the merchant has several processors; undefined where that is not known. */
  readonly hasSeveralProcessors: (merchant: string | undefined) => boolean | undefined;
}

/** A transaction as the client knows it, without the exchanges themselves: a mock remembers thousands. */
export type ClientTransaction = TransactionHistory<ClientEvent>;

/** A call of a transaction. */
export interface ClientEvent {
  /** The id of its exchange. */
  readonly id: string;
  readonly outcome: Outcome['kind'];
  /** The fields of a sale in one text. */
  readonly content?: string;
  /** As in the call and in the exchange. */
  readonly sentAt: number;
  readonly endedAt: number;
}

export const CLIENT_HOLDS = { kind: 'holds' } as const satisfies ClientFinding;

export const LEFT_OUT = { kind: 'left-out' } as const satisfies ClientFinding;

export function clientViolation(
  expected: string,
  got: string,
  related: readonly Exchange[] = [],
): ClientViolation {
  return { kind: 'violation', expected, got, ...(related.length === 0 ? {} : { related }) };
}

/** A violation, unless the request names an earlier transaction that was not seen. */
export function unclear(expected: string, got: string): ClientViolation {
  return { kind: 'unclear', expected, got };
}

export function notJudged(why: string): EndFinding {
  return { kind: 'not-judged', why };
}

/** Whether single exchanges show a violation, in traffic and to a mock. Runs of a command decide the other rules. */
export function isPassive({ judge, seenIn }: ClientRule): boolean {
  return judge !== undefined && seenIn === undefined;
}

/** Whether the rule is about transactions, and not about single requests. */
export function isOnTransactions(id: ClientRuleId): boolean {
  return !id.startsWith('client-request/');
}

/** Whether a recorder may have replaced the value. */
export function isMasked(value: unknown): boolean {
  return typeof value === 'string' && /[…•*<[({]|x{3}|redact|mask|hidden|not shown|removed/i.test(value);
}
