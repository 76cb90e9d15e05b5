/** The options of createMock and startMock. */
import type { Choices } from '../contract/choices.ts';
import type { DefectName } from '../contract/rule-ids.ts';
import type { ConsoleFiles } from '../control/pages.ts';
import type { ObserveClient } from '../exchange/client-observer.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { nearest } from '../reading/nearest.ts';
import type { FaultOrText } from './behaviors/faults/faults.ts';
import type { CertificateAndKey } from './http/certificate.ts';
import { MockError } from './mock-error.ts';
import type { MockMerchant, Scenarios } from './read-merchants.ts';

export interface MockOptions {
  /** Path of a merchant file, or its merchants; the first is the default one. By default the shipped merchants. */
  readonly merchants?: string | readonly MockMerchant[];
  /** A new ledger in memory by default. The caller closes a ledger that it passes, after the mock. */
  readonly ledger?: Ledger;
  /** Whether responses are examples of the contract, without fees and state. */
  readonly static?: boolean;
  /** The rules that the mock breaks, or `RULE:variant` for another way to break one. */
  readonly defects?: readonly DefectName[];
  /**
   * The secret that signs tokens (HS256, HS384 or HS512), at least one character. The mock then refuses expired tokens.
   * With neither this nor `jwks` it accepts any well-formed JWT.
   */
  readonly jwtSecret?: string | undefined;
  /** The JWK set that verifies tokens: an http(s) address, or the path of a file. Excludes `jwtSecret`. */
  readonly jwks?: string | URL | undefined;
  /** The choices of the mock where the document leaves its behavior open; each has a default. */
  readonly choices?: Choices;
  /** A seed, a whole number: choices that concern one response alone vary from response to response. */
  readonly grease?: number | undefined;
  /** Whether the mock accepts common mistakes of clients and names them in the header Tollgate-Violations. */
  readonly lenient?: boolean;
  /** The time at which the clock of the mock starts; now by default. */
  readonly asOf?: Date | string | undefined;
  /** Requests that the journal keeps: 1000 by default, 0 for no journal. */
  readonly journal?: number | undefined;
  /** Who may use the routes below /_tollgate: this machine (`loopback`, the default), `anyone`, or no one (`off`). */
  readonly control?: ControlAccess | undefined;
  /** The fault rules. The first one that matches a call applies. */
  readonly faults?: readonly FaultOrText[];
  /** The scenario that the mock starts in, such as `debit`; none by default. */
  readonly scenario?: string | undefined;
  /** Scenarios by name, beside those that every mock has and those of the merchant file. */
  readonly scenarios?: Scenarios;
  /** The seed of random faults, a whole number; 1 by default. */
  readonly faultSeed?: number | undefined;
  /** Judges the clients of each world, for hints and verdict; by default none. */
  readonly observeClient?: ObserveClient | undefined;
  /** The console, which browsers get at `/` and `/_tollgate/`; by default none, and the API reference is at `/`. */
  readonly consoleFiles?: ConsoleFiles | undefined;
  /** Called with the cause of each 500, and of each 503 of the ledger, and with the id of the request. */
  readonly onBug?: (error: unknown, requestId: string) => void;
}

export type ControlAccess = 'loopback' | 'anyone' | 'off';

export interface StartOptions extends MockOptions {
  /** 0, the default, for any free port. */
  readonly port?: number;
  /** 127.0.0.1 by default. */
  readonly host?: string;
  /** For https: a certificate and its key, or a new self-signed certificate. */
  readonly tls?: CertificateAndKey | 'self-signed' | undefined;
}

const OPTIONS: readonly (keyof MockOptions)[] = [
  ...(['merchants', 'ledger', 'static', 'defects', 'jwtSecret', 'jwks'] as const),
  ...(['choices', 'grease', 'lenient', 'asOf', 'journal', 'control', 'faults', 'scenario'] as const),
  ...(['scenarios', 'faultSeed', 'observeClient', 'consoleFiles', 'onBug'] as const),
];
const START_OPTIONS: readonly (keyof StartOptions)[] = [...OPTIONS, 'port', 'host', 'tls'];

/** Catches misspelt names in JavaScript. @throws MockError `unknown-option` */
export function refuseUnknownOptions(options: object, caller: 'createMock' | 'startMock'): void {
  const known: readonly string[] = caller === 'startMock' ? START_OPTIONS : OPTIONS;
  const unknown = Object.keys(options).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const meant = nearest(unknown, known);
  const hint = meant === undefined ? `There are ${known.join(', ')}.` : `Did you mean ${meant}?`;
  throw new MockError('unknown-option', `${caller}: expected the options of a mock, got ${unknown}. ${hint}`);
}

/** Requests that a journal keeps. */
const JOURNAL_SIZE = { ordinary: 1000, most: 1_000_000 };

/** @throws MockError `control-options` */
export function readJournalSize(size = JOURNAL_SIZE.ordinary): number {
  if (Number.isInteger(size) && size >= 0 && size <= JOURNAL_SIZE.most) return size;
  throw new MockError(
    'control-options',
    `journal: expected a whole number from 0 to ${JOURNAL_SIZE.most}, got ${size}`,
  );
}
