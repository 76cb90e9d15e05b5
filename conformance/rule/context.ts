/** The context of a rule: the deployment, a request that it accepts, test data and the effort. */
import type fc from 'fast-check';
import type { FeeRequest } from '../../src/contract/types.ts';
import type { Deployment, KnownProcessor, RegionForm } from '../deployment/deployment.ts';
import type { Conversation } from './conversation.ts';
import type { History } from './history.ts';
import type { MerchantRole } from './service-call.ts';

/** An optional field of a fee call, `sTxId` aside. */
export type OptionalField = Exclude<keyof FeeRequest, 'amount' | 'nicn' | 'region' | 'sTxId'>;

export interface RuleContext {
  readonly deployment: Deployment;
  /** The three required fields in a form that this deployment has accepted. */
  readonly baseline: FeeRequest;
  readonly data: TestData;
  readonly traits: DeploymentTraits;
  readonly effort: ScriptEffort;
  /** Whether only some rules were selected: the calls of the others show nothing then. */
  readonly isPartial: boolean;
  readonly history: History;
  /** Requests that may still be sent. */
  readonly requestsLeft: () => number;
  /** Ends the run early. */
  readonly signal: AbortSignal;
}

/** Values that this deployment has accepted, or has to accept. */
export interface TestData {
  /** First digits of every configured card, of 6, 7 and 8 digits. */
  readonly nicns: readonly string[];
  /** Regions in all configured forms. */
  readonly regions: Readonly<Record<RegionForm, readonly string[]>>;
  /** The processors of the rule's merchant. */
  readonly processors: readonly KnownProcessor[];
  /** A value for each optional field that this deployment supports. */
  readonly optional: Partial<Pick<FeeRequest, OptionalField>>;
  /** Whole amounts in US dollars within the configured bounds, whose fees likely differ. */
  readonly plainAmounts: readonly number[];
  /** By merchant and MID, in US dollars: where a price changes or is rounded. Empty without known prices. */
  readonly tellingAmounts: ReadonlyMap<string, readonly number[]>;
  /** A valid first call without identifiers: the required fields and any of the optional ones. */
  readonly feeRequest: fc.Arbitrary<FeeRequest>;
  /** US dollars, whole or with cents, within the configured bounds. */
  readonly amount: fc.Arbitrary<number>;
  /** One of the plain amounts, for rules that are not about amounts. */
  readonly plainAmount: fc.Arbitrary<number>;
}

/** What the preflight and the run have learned about this deployment. */
export interface DeploymentTraits {
  /** Whether the same request has had the same fee so far. */
  readonly feesRepeat: () => boolean;
  /**
   * Whether an update may change this field here; tried once per run, with its own transaction.
   *
   * @throws RuleBroken, NotJudged, NotAnswering where the responses do not show it
   */
  readonly updateMayChange: (
    field: ChangeableField,
    conversation: Pick<Conversation, 'fee'>,
  ) => Promise<boolean>;
  /** A transaction of each merchant, opened before all others and not touched since; undefined where there is none. */
  readonly canaries: Readonly<Record<MerchantRole, CanaryTransaction | undefined>>;
  /** Fields that a sale needs here in addition to its identifiers; empty for a conformant deployment. */
  readonly saleExtras: { readonly authCode?: string };
}

export type ChangeableField = 'nicn' | 'region';

export interface CanaryTransaction {
  readonly sTxId: string;
  readonly mTxId: string;
  /** By the clock of `performance.now()`, in milliseconds. */
  readonly openedAt: number;
}

/** The number and size of a rule's cases. */
export interface ScriptEffort {
  /** Edits of one execution of a rule that expects refusals. */
  readonly editsTogether: number;
  /** Other transactions between opening one and updating it. */
  readonly otherTraffic: number;
  /** Fields of a request whose values are tried in all combinations. */
  readonly combined: number;
  /** Steps of a random sequence. */
  readonly sequence: number;
  /** Milliseconds after which a transaction is named again; 0 where that would take too long. */
  readonly pause: number;
}

/** The forms of a region (document 2.1). */
export const REGION_FORMS: readonly RegionForm[] = ['zip', 'state', 'iso'];
