/** What the suite is told about the deployment it judges, and what it assumes where it is told nothing. */
import type { Merchant } from '../../src/engine/index.ts';
import type { UnusableTokens } from '../client/credential.ts';
import type { Reach } from '../client/reach.ts';

export interface KnownProcessor {
  readonly mid: string;
  readonly name: string;
}

export interface MerchantAccess {
  /** The JWT; undefined sends none. */
  readonly token: string | undefined;
  /** The variable of the environment that it was taken from, where the deployment file names one. */
  readonly tokenVariable?: string | undefined;
  readonly processors: readonly KnownProcessor[];
}

/** By which prices the deployment works out its fees: the merchants of a merchant file that its merchants are. */
export interface Pricing {
  /** The merchant file, for people. */
  readonly path: string;
  readonly one: Merchant;
  readonly several: Merchant | undefined;
}

export type RegionForm = 'zip' | 'state' | 'iso';

export interface Deployment {
  readonly url: URL;
  /** Sent with every request beside those of section 5. */
  readonly headers: Readonly<Record<string, string>>;
  /** The merchant with exactly one processor, which most rules use. */
  readonly one: MerchantAccess;
  readonly several: MerchantAccess | undefined;
  /** Test card numbers. Acceptance is asserted for their first digits only. */
  readonly cards: readonly string[];
  readonly regions: Readonly<Record<RegionForm, readonly string[]>>;
  /** US dollars. */
  readonly amounts: { readonly min: number; readonly max: number };
  readonly multiPay: boolean;
  /** Tokens that a `cardToken` may be; without any, no rule demands that a `cardToken` is accepted. */
  readonly cardTokens?: readonly string[];
  /** Tokens to try in place of the merchant’s: `foreign` must be refused, `expired` is only observed. */
  readonly tokens?: UnusableTokens;
  readonly limits: Limits;
  /** Straight away, by the certificates that Node trusts, unless said. */
  readonly reach?: Reach;
  /** Where the deployment file says nothing of it, no fee is compared with what it should be. */
  readonly pricing?: Pricing;
}

interface Limits {
  readonly concurrency: number;
  /** Requests per second; undefined is as fast as the concurrency allows. */
  readonly rate: number | undefined;
  /** Milliseconds for one answer. */
  readonly timeout: number;
}

/** Numbers that card schemes and gateways publish for testing, and one state in its three forms. */
export const ASSUMED = {
  cards: ['4242424242424242', '4111111111111111'],
  regions: { zip: ['85004'], state: ['AZ'], iso: ['US-AZ'] },
  amounts: { min: 0.01, max: 5000 },
  limits: { concurrency: 8, rate: undefined, timeout: 5000 },
} as const satisfies Pick<Deployment, 'cards' | 'regions' | 'amounts' | 'limits'>;
