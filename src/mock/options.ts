/** What a mock can be told. */
import type { Choices } from '../contract/choices.ts';
import type { BreakableRule } from '../contract/rule-ids.ts';
import type { Merchant } from '../engine/index.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { OnBug } from './answers.ts';
import type { CertificateAndKey } from './certificate.ts';
import type { FaultOrText } from './faults/fault-store.ts';
import type { AskForKeys } from './key-source.ts';

export interface MockOptions {
  /** Path of a merchant file, or its merchants; the first is the default one. Otherwise those that are shipped. */
  readonly merchants?: string | readonly Merchant[];
  /** Otherwise one in memory, of this mock alone. Whoever opened it closes it, after the mock. */
  readonly ledger?: Ledger;
  /** Whether the contract alone answers: no fees, no state. */
  readonly static?: boolean;
  /** The rules that the mock breaks, on purpose. */
  readonly defects?: readonly BreakableRule[];
  /**
   * Tokens have to be signed with it (HS256, HS384 or HS512) and in time. At least one character. With neither this
   * nor `jwks` any well-formed JWT is taken.
   */
  readonly jwtSecret?: string | undefined;
  /**
   * Where the JWK set is whose keys tokens have to be signed by: an http(s) address, or the path of a file. Not
   * together with `jwtSecret`.
   */
  readonly jwks?: string | URL | undefined;
  /** How an http(s) address is asked for the JWK set, such as by way of a proxy; by `fetch`, where nothing is said. */
  readonly askForKeys?: AskForKeys | undefined;
  /** What the mock does where the document is silent, as far as it is not to do as ever. */
  readonly choices?: Choices;
  /** A seed, a whole number: what is not chosen and concerns one answer alone varies from answer to answer. */
  readonly grease?: number;
  /** Whether what public clients are known to break is overlooked, and told in the header Tollgate-Violations. */
  readonly lenient?: boolean;
  /** The moment at which the clock of the mock starts, from where it goes on; otherwise now. */
  readonly asOf?: Date | string | undefined;
  /** How many of the last requests the journal keeps: 1000, where nothing is said; with 0 there is none. */
  readonly journal?: number | undefined;
  /**
   * From which machines the routes below /_tollgate may be asked: this one alone (`loopback`), any, or none at all, so
   * that they are not there. `loopback`, where nothing is said.
   */
  readonly control?: ControlAccess | undefined;
  /** What goes wrong on purpose, and with which calls; of several rules that a call fits the first counts. */
  readonly faults?: readonly FaultOrText[];
  /** A whole number that decides what faults leave to chance; 1, where nothing is said. */
  readonly faultSeed?: number;
  /** Is told the cause of every 500, and of every 503 of the ledger, with the request's id. Otherwise nobody is. */
  readonly onBug?: OnBug;
}

export type ControlAccess = 'loopback' | 'anyone' | 'off';

export interface StartOptions extends MockOptions {
  /** 0, the default, is any free port. */
  readonly port?: number;
  /** 127.0.0.1, where nothing is said. */
  readonly host?: string;
  /** Serves https: with a certificate and its key, or with one made for this machine at the start. */
  readonly tls?: CertificateAndKey | 'self-signed' | undefined;
}
