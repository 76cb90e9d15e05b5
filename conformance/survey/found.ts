/** What a survey finds out about a deployment. */
import type { RegionForm } from '../deployment/deployment.ts';
import type { Seen, Tried } from './seen.ts';

export interface Survey {
  readonly requests: number;
  /** Milliseconds that half of the answers took at the most; undefined where none came. */
  readonly median: number | undefined;
  /** The HTTP statuses by which requests were put off. */
  readonly putOffBy: readonly number[];
  readonly found: Found;
}

export type Found =
  /** No success and no refusal of what was asked; `why` is one sentence that says what to do. */
  | { readonly kind: 'nothing'; readonly why: string }
  | { readonly kind: 'token-refused'; readonly status: number; readonly why: string }
  /** Every first call was refused, by these statuses. */
  | {
      readonly kind: 'refusing';
      readonly statuses: readonly number[];
      readonly names: 'processor' | 'no processor';
    }
  | Speaking;

/** It priced a first call, and took or refused each of these. */
export interface Speaking {
  readonly kind: 'speaking';
  readonly status: number;
  /** Whether a success looks as the document has it (4.1). */
  readonly dialect: 'documented' | 'other';
  /** The same call without a token. */
  readonly withoutToken: Seen;
  readonly nicnLengths: readonly Tried<number>[];
  readonly cards: readonly Tried<string>[];
  readonly regions: Readonly<Record<RegionForm, readonly Tried<string>[]>>;
  /** US dollars. */
  readonly amounts: readonly Tried<number>[];
  readonly multiPay: Seen;
}
