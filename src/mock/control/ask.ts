/** What a control route is given, and what it may give back. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { Awaitable, Ledger } from '../../ledger/ledger.ts';
import type { Judge } from '../near-misses/judge.ts';
import type { Refusal } from '../refusal.ts';
import type { Roster } from '../roster.ts';
import type { World } from '../worlds/world.ts';
import type { Worlds } from '../worlds/worlds.ts';

/** Someone asks, who may. */
interface Ask {
  readonly headers: IncomingHttpHeaders;
  /** The parts of the path that the route names with a colon. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** Undefined where there is none. */
  readonly body: unknown;
}

/** What can be looked at and changed. */
export interface Inside {
  /** The one that the address names, or what is outside of all. */
  readonly world: World;
  readonly worlds: Worlds;
  readonly roster: Roster;
  readonly judge: Judge;
  /** What kind of ledger was given. */
  readonly ledgerKind: Ledger['kind'];
  /** As `performance.now` counts: in milliseconds. */
  readonly startedAt: number;
  /** Aborted when the mock is closed. */
  readonly closing: AbortSignal;
}

export type Reply =
  /** With nothing to say the status is 204. */
  | { readonly kind: 'told'; readonly status: number; readonly body: unknown }
  /** One line of JSON for each thing, for as long as both sides like. */
  | { readonly kind: 'streamed'; readonly lines: Readable }
  | Refusal;

export interface ControlRoute {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Below /_tollgate, such as `/journal/:requestId`. */
  readonly path: string;
  /** What it is for, in a sentence. */
  readonly summary: string;
  /** @throws Unusable */
  readonly answer: (ask: Ask, inside: Inside) => Awaitable<Reply>;
}

export function told(body: unknown, status = 200): Reply {
  return { kind: 'told', status, body };
}
