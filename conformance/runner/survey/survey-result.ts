/** The result of a survey: what a deployment accepts and refuses, or why that is unknown. */
import type { RegionForm } from '../../deployment/deployment.ts';

export interface Survey {
  readonly requests: number;
  /** The median response time in milliseconds; undefined without a response. */
  readonly median: number | undefined;
  /** The HTTP statuses of throttled requests. */
  readonly putOffBy: readonly number[];
  readonly found: Found;
}

export type Found =
  /** Neither success nor refusal; `why` is one sentence that says what to do. */
  | { readonly kind: 'nothing'; readonly why: string }
  | { readonly kind: 'token-refused'; readonly status: number; readonly why: string }
  /** Every first call was refused with one of these statuses. */
  | {
      readonly kind: 'refusing';
      readonly statuses: readonly number[];
      /** Whether a refusal mentions the processor. */
      readonly names: 'processor' | 'no processor';
    }
  | SurveyedDeployment;

/** It accepted a first call; each probe changed one thing about that call. */
export interface SurveyedDeployment extends ProbeResults {
  readonly kind: 'speaking';
  readonly status: number;
  /** Whether its success responses are as documented (4.1). */
  readonly dialect: 'documented' | 'other';
}

export interface ProbeResults {
  readonly withoutToken: ProbeOutcome;
  readonly nicnLengths: readonly Probed<number>[];
  readonly cards: readonly Probed<string>[];
  readonly regions: Readonly<Record<RegionForm, readonly Probed<string>[]>>;
  /** US dollars. */
  readonly amounts: readonly Probed<number>[];
  readonly multiPay: ProbeOutcome;
}

export type ProbeOutcome =
  | { readonly kind: 'taken' }
  | { readonly kind: 'refused'; readonly status: number }
  /** Not sent, no response, or a response that is neither success nor refusal. */
  | { readonly kind: 'unclear' };

export interface Probed<T> {
  readonly value: T;
  readonly seen: ProbeOutcome;
}
