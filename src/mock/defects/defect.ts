/** What a defect is: one rule that a mock breaks on purpose, so that a judge can be seen to notice. */
import type { BreakableRule } from '../../contract/rule-ids.ts';
import type { OperationId, Violation } from '../../contract/types.ts';
import type { Merchant } from '../../engine/index.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { Arrival } from '../line.ts';
import type { Rendered } from '../render.ts';
import type { ReadAnyToken } from '../tokens.ts';

/** A JSON object, of which a defect believes nothing. */
export type Fields = Readonly<Record<string, unknown>>;

/** A request, for those who tamper with it. */
export interface Call {
  readonly operation: OperationId;
  readonly request: Fields;
  readonly merchant: Merchant;
}

/** The points at which a defect gets at a request. */
export interface Hooks {
  /** Methods beside POST by which the operations may be asked. */
  readonly methods?: readonly 'PUT'[];
  /** What is taken for the header Authorization. */
  readonly authorization?: (header: string | undefined) => string | undefined;
  /** How the token in that header is read, which names the merchant. */
  readonly tokens?: (read: ReadAnyToken) => ReadAnyToken;
  /** Before anything is read. What it throws is a fault of the mock. */
  readonly before?: (arrival: Arrival) => void;
  /** After everything that is wrong was found: may overlook some of it, or find more. */
  readonly violations?: (found: readonly Violation[], call: Call) => readonly Violation[];
  /** Before the handler: what it is given in place of the request. */
  readonly request?: (request: Fields, call: Call) => Fields;
  readonly ledger?: (ledger: Ledger) => Ledger;
  /** In bytes, where the mock reads larger bodies than it would. */
  readonly largestBody?: number;
  /** After the handler: what is sent in place of its answer. */
  readonly answer?: (body: Fields, call: Call) => unknown;
  /** At the very end: what goes over the wire, be it an answer or a refusal. */
  readonly rendered?: (rendered: Rendered) => Rendered;
}

export interface Defect<R extends BreakableRule = BreakableRule> {
  readonly rule: R;
  /** What the mock does wrong, as the end of "the mock …". */
  readonly summary: string;
  /** Each mock gets hooks, and a memory, of its own. */
  readonly create: () => Hooks;
}

/** Keeps the rule's own name in the type, so that the list can tell whether a rule has its defect. */
export function defect<R extends BreakableRule>(definition: Defect<R>): Defect<R> {
  return definition;
}
