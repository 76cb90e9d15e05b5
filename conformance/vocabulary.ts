/** The words that rules make their cases of: what this deployment is known to take, as values and as arbitraries. */
import type fc from 'fast-check';
import type { RuleId } from '../src/contract/rule-ids.ts';
import type { FeeRequest, OperationId } from '../src/contract/types.ts';
import type { Body, Conversation, Sighting } from './conversation.ts';
import type { Deployment, KnownProcessor, RegionForm } from './deployment/deployment.ts';
import type { Manner } from './manner.ts';
import type { Keepsake } from './run/habits.ts';
import type { LapseMemory } from './run/lapse-memory.ts';
import type { ServerErrorMemory } from './run/server-error-memory.ts';
import type { Reuse } from './run/stxid-memory.ts';

/** A call of this run, for a rule to repeat. */
export interface Called {
  readonly operation: OperationId;
  readonly body: Body;
  /** Where it is not the documented one. */
  readonly manner?: Partial<Manner>;
  /** Earlier calls on its transaction, the first call first; an `sTxId` of `{s}` stands for the one that it returns. */
  readonly before?: readonly Called[];
}

/** A field of a fee call that the document calls optional. */
export type OptionalField = Exclude<keyof FeeRequest, 'amount' | 'nicn' | 'region' | 'sTxId'>;

export interface Vocabulary {
  /** The three required fields in a form that this deployment has accepted. */
  readonly baseline: FeeRequest;
  readonly deployment: Deployment;
  /** First digits of every configured card, of 6, 7 and 8 digits. */
  readonly nicns: readonly string[];
  /** Regions in all configured forms. */
  readonly regions: Readonly<Record<RegionForm, readonly string[]>>;
  /** The processors of the merchant that the rule asks for. */
  readonly processors: readonly KnownProcessor[];
  /** A value for each optional field that this deployment can be asked with. */
  readonly optional: Partial<Pick<FeeRequest, OptionalField>>;
  /**
   * Whether an update may change this field here; asked once a run, of a transaction of its own.
   *
   * @throws RuleBroken, NotJudged, NotAnswering where no answer tells
   */
  readonly updateMayChange: (
    field: 'nicn' | 'region',
    conversation: Pick<Conversation, 'fee'>,
  ) => Promise<boolean>;
  /** Whether asking the same again has given the same fee so far. */
  readonly feesRepeat: boolean;
  /** A transaction opened before all others and left alone; undefined where there is none. */
  readonly keepsake: Keepsake | undefined;
  /** What a sale needs beside its identifiers here; empty at a right deployment. */
  readonly saleExtras: { readonly authCode?: string };
  /** The sTxIds that were given out again in this run. */
  readonly stxidReuses: readonly Reuse[];
  /** Transactions opened in this run. */
  readonly opened: number;
  /** Requests that the cap leaves. */
  readonly requestsLeft: number;
  /** Ends the run before its time. */
  readonly signal: AbortSignal;
  /** How often the baseline was refused in this run, and accepted again afterwards. */
  readonly lapses: Pick<LapseMemory, 'lapses' | 'noted'>;
  /** The server errors of this run, those close together as one outage. */
  readonly serverErrors: Pick<ServerErrorMemory, 'outages' | 'noted'>;
  /** How many answers of this run were as the rule of this id has it. */
  readonly fineTo: (id: RuleId) => number;
  /** Requests of this run that got no answer. */
  readonly unanswered: readonly Called[];
  /** Valid fee calls whose answers were malformed somewhere in this run. */
  readonly suspects: readonly Sighting[];
  /** Bodies of calls of this run whose answers look to the rule of this id as if they broke it. */
  readonly oddTo: (id: RuleId) => readonly Body[];
  /** Likewise, with the operation that was called. */
  readonly oddCallsTo: (id: RuleId) => readonly Called[];
  /** Other transactions to put between opening one and asking for it again. */
  readonly otherTraffic: number;
  /** Fields of a request whose values are tried in all combinations. */
  readonly combined: number;
  /** Steps of a random sequence. */
  readonly sequence: number;
  /** Whole amounts in US dollars within the configured bounds, of which the fees likely differ. */
  readonly plainAmounts: readonly number[];
  /** Edits of one execution of a rule that asks for refusals. */
  readonly editsTogether: number;

  /** A valid first call without identifiers: the required fields and any of the optional ones. */
  readonly feeRequest: fc.Arbitrary<FeeRequest>;
  /** US dollars, whole or with cents, within the configured bounds. */
  readonly amount: fc.Arbitrary<number>;
  /** One of the plain amounts, for rules that are not about amounts. */
  readonly plainAmount: fc.Arbitrary<number>;
  /** Any text of the safe domain: every script, quotes, markup; up to 32 printable characters. */
  readonly text: fc.Arbitrary<string>;
}
