/** The configuration of a deployment to judge, how requests reach it, and the defaults where the user sets nothing. */
import type { Merchant } from '../../src/engine/index.ts';

/** A deployment file or a file that it names is invalid: one line for each problem, with where, expected and got. */
export class DeploymentError extends Error {
  override readonly name = 'DeploymentError';
  readonly code = 'deployment';
}

export interface KnownProcessor {
  readonly mid: string;
  readonly name: string;
}

export interface MerchantAccess {
  /** The JWT; without one, requests have no Authorization header. */
  readonly token: string | undefined;
  /** A line of shell that prints the token; `obtainTokens` runs it. */
  readonly tokenCommand?: string | undefined;
  /** Returns another token when one that was accepted gets a 401; undefined where it cannot. */
  readonly renewToken?: (signal: AbortSignal) => Promise<string | undefined>;
  /** The environment variable that the deployment file takes the token from. */
  readonly tokenVariable?: string | undefined;
  readonly processors: readonly KnownProcessor[];
}

/** The merchants of a merchant file whose prices the deployment's merchants have. */
export interface Pricing {
  /** Path of the merchant file, for messages. */
  readonly path: string;
  /** Its content; undefined where the merchants come from elsewhere. */
  readonly text?: string | undefined;
  readonly one: Merchant;
  readonly several: Merchant | undefined;
}

export type RegionForm = 'zip' | 'state' | 'iso';

/** Digits of a `nicn` (document 2.1), the usual ones first. */
export const NICN_LENGTHS = [6, 8, 7] as const;

/** Further tokens to test: `foreign`, signed by another issuer, must be refused; `expired` is only observed. */
export interface UnusableTokens {
  readonly expired?: string;
  readonly foreign?: string;
}

export interface Deployment {
  readonly url: URL;
  /** Sent with every request in addition to those of section 5. */
  readonly headers: Readonly<Record<string, string>>;
  /** The merchant with exactly one processor, which most rules use. */
  readonly one: MerchantAccess;
  readonly several: MerchantAccess | undefined;
  /** Test card numbers. Rules require acceptance of their first digits only. */
  readonly cards: readonly string[];
  readonly regions: Readonly<Record<RegionForm, readonly string[]>>;
  /** US dollars. */
  readonly amounts: { readonly min: number; readonly max: number };
  readonly multiPay: boolean;
  /** The response header that names the version of the service, in lower case. */
  readonly buildHeader?: string;
  /** Valid values of `cardToken`; without any, no rule requires that a `cardToken` is accepted. */
  readonly cardTokens?: readonly string[];
  readonly tokens?: UnusableTokens;
  readonly limits: Limits;
  /** Default: a direct connection, verified with the certificates that Node trusts. */
  readonly reach?: ConnectionOptions;
  /** Without it, fees are not compared with expected fees. */
  readonly pricing?: Pricing;
}

interface Limits {
  readonly concurrency: number;
  /** Requests per second; undefined means unlimited. */
  readonly rate: number | undefined;
  /** Milliseconds for one response. */
  readonly timeout: number;
}

/** Card numbers that card schemes and gateways publish for tests, and one state in its three forms. */
export const DEPLOYMENT_DEFAULTS = {
  cards: ['4242424242424242', '4111111111111111'],
  regions: { zip: ['85004'], state: ['AZ'], iso: ['US-AZ'] },
  amounts: { min: 0.01, max: 5000 },
  limits: { concurrency: 8, rate: undefined, timeout: 5000 },
} as const satisfies Pick<Deployment, 'cards' | 'regions' | 'amounts' | 'limits'>;

/** How requests reach a deployment: directly or through a proxy, and with which certificates. */
export interface ConnectionOptions {
  readonly route: NetworkRoute;
  readonly tls: Tls;
}

export type NetworkRoute =
  | { readonly kind: 'straight' }
  /** Direct although the environment names a proxy, because the address is one of this machine. */
  | { readonly kind: 'past-proxy' }
  | {
      readonly kind: 'by-proxy';
      /** May contain a user and password: print only protocol and host. */
      readonly proxy: URL;
      /** The environment variable that names the proxy. */
      readonly variable: string;
    };

export interface Tls {
  /** Certificate authorities to trust instead of the default ones. */
  readonly ca?: PemFile;
  /** The certificate that the client presents. */
  readonly client?: { readonly cert: PemFile; readonly key: PemFile };
  /** Whether the server's certificate is left unverified. */
  readonly insecure: boolean;
}

export interface PemFile {
  /** Absolute, or relative to the working directory. */
  readonly path: string;
  readonly pem: string;
}

export const STRAIGHT: ConnectionOptions = { route: { kind: 'straight' }, tls: { insecure: false } };
