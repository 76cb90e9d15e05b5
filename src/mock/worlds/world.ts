/** One state of a mock: transactions, clock, journal, faults and the memory of behaviors. The mock has one, and each world. */
import type { Choices } from '../../contract/choices.ts';
import type { OperationId } from '../../contract/types.ts';
import type { Validators } from '../../contract/validators.ts';
import type {
  ClientObserver,
  Counting,
  ObserveClient,
  ObservedWorld,
} from '../../exchange/client-observer.ts';
import type { Journal } from '../../exchange/journal/journal.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { WorldChoices } from '../api.ts';
import { createAuthentication } from '../auth/authenticate.ts';
import type { MerchantRegistry } from '../auth/registry.ts';
import { choiceOfUnverified, type TokenVerifier } from '../auth/verifier.ts';
import { composeBehaviors, parsesAsSent } from '../behavior.ts';
import { createFaultStore, type FaultOrText, type Faults } from '../behaviors/faults/fault-store.ts';
import { createFaults } from '../behaviors/faults/faults.ts';
import type { BehaviorSource } from '../behaviors/load-behaviors.ts';
import { withHints } from '../hints.ts';
import { toExchange, toObserved, toRecorded } from '../journal/record.ts';
import { MockError } from '../mock-error.ts';
import { createPipeline, type OnBug } from '../pipeline.ts';
import type { MockRequest } from '../request.ts';
import type { MockResponse } from '../response.ts';
import type { Sampling } from '../sampling/sample.ts';
import type { FollowingClock } from './clock.ts';

/** What all worlds of a mock share. */
export interface Shared {
  readonly validators: Validators;
  readonly registry: MerchantRegistry;
  readonly verifier: TokenVerifier;
  /** Undefined for a mock that is not static. */
  readonly sample: Sampling['sample'] | undefined;
  readonly behaviors: BehaviorSource;
  /** The faults that each world starts with. */
  readonly faults: readonly FaultOrText[];
  readonly faultSeed: number;
  readonly onBug: OnBug;
  /** Undefined for a mock that judges no clients. */
  readonly observeClient: ObserveClient | undefined;
  /** The base address of the mock. */
  readonly address: () => string;
}

export interface World {
  readonly kind: 'world';
  /** Undefined for the mock itself. */
  readonly name: string | undefined;
  readonly clock: FollowingClock;
  readonly journal: Journal;
  /** The ledger as the behaviors wrap it. */
  readonly ledger: Ledger;
  readonly faults: Faults;
  readonly choices: WorldChoices;
  readonly answer: (operation: OperationId, request: MockRequest) => Promise<MockResponse>;
  /**
   * Judges a request by the client rules, and adds it to the journal.
   *
   * @returns the response, with hints where there are any
   */
  readonly record: (request: MockRequest, response: MockResponse, judged?: 'unjudged') => MockResponse;
  /** The verdict of the client rules since the last reset; undefined where clients are not judged. */
  readonly verdict: (counting?: Counting) => object | undefined;
  /** An estimate of its memory, transactions and journal apart. */
  readonly bytes: () => number;
  /** Returns to the start: no transactions, an empty journal, and the clock, faults and choices of the start. */
  readonly reset: () => Promise<void>;
}

/** What a world starts with. */
export interface WorldOptions extends Pick<World, 'name' | 'clock' | 'journal' | 'ledger'> {
  /** Whether the ledger has no transactions at the start. */
  readonly startsEmpty: boolean;
  /** Sets the clock to the time at which the world starts. */
  readonly setClock: () => void;
  /** Called for each request whose token is accepted. */
  readonly onAuthenticated: () => void;
  /** Called after each request that was judged. */
  readonly onObserved: () => void;
}

/** The objects of a world, in bytes: measured. */
const OBJECTS = 20 * 1024;

export function createWorld(shared: Shared, options: WorldOptions): World {
  const { name, clock, journal, ledger, setClock } = options;
  const begin = () => createState(shared, options);
  let state = begin();
  setClock();
  const choose = async (next: () => Choices) => {
    await shared.behaviors.loadChoices();
    await refuseChoices(shared, next(), state);
    state = state.withChoices(next());
  };
  const first = shared.behaviors.choices;
  const choices: WorldChoices = {
    list: () => state.choices,
    start: first,
    use: (made) => choose(() => ({ ...state.choices, ...made })),
    reset: () => choose(() => first),
  };
  const observerOf = (startsEmpty: boolean) =>
    shared.observeClient?.(observedWorld(shared, name, startsEmpty));
  // Created with the first request: few worlds of many may be used.
  let observer: ClientObserver | undefined;
  let startsEmpty = options.startsEmpty;
  const getObserver = (): ClientObserver | undefined => {
    observer ??= observerOf(startsEmpty);

    return observer;
  };

  return {
    kind: 'world',
    name,
    clock,
    journal,
    get ledger() {
      return state.ledger;
    },
    get faults() {
      return state.faults;
    },
    choices,
    answer: (operation, request) => state.answer(operation, request),
    record(request, response, judged) {
      const current = judged === undefined ? getObserver() : undefined;
      if (current === undefined && journal.size === 0) return response;
      // The response is ready, so an error is only reported.
      const orReport = <T>(act: () => T): T | undefined => {
        try {
          return act();
        } catch (error) {
          shared.onBug(error, request.id);

          return undefined;
        }
      };
      const exchange = toExchange(request, response, name);
      const hints =
        current &&
        orReport(() =>
          current.observe(
            toObserved(exchange, request, response, {
              parsesAsSent: state.parsesAsSent,
              isStatic: shared.sample !== undefined,
            }),
          ),
        );
      const explained = withHints(response, hints ?? []);
      if (current !== undefined) options.onObserved();
      if (journal.size > 0) orReport(() => journal.record(toRecorded(exchange, explained, hints ?? [])));

      return explained;
    },
    verdict: (counting) => getObserver()?.report(counting),
    bytes: () => OBJECTS + (observer?.bytes?.() ?? 0),
    async reset() {
      await ledger.clear();
      // Behaviors remember transactions, which are gone.
      state = begin();
      journal.clear();
      setClock();
      startsEmpty = true;
      if (observer?.reset === undefined) observer = undefined;
      else observer.reset();
    },
  };
}

function observedWorld(
  { registry, sample, address }: Shared,
  name: string | undefined,
  startsEmpty: boolean,
): ObservedWorld {
  return {
    ...{ name, startsEmpty, isStatic: sample !== undefined },
    address: () => (name === undefined ? address() : `${address()}${pathOfWorld(name)}`),
    hasSeveralProcessors(merchant) {
      const known = registry.merchants.find((one) => one.name === merchant);

      return known === undefined ? undefined : known.processors.length > 1;
    },
  };
}

/** @throws MockError `choice-refused` */
async function refuseChoices(
  { behaviors, verifier, registry }: Shared,
  next: Choices,
  { choices, ledger }: Pick<State, 'choices' | 'ledger'>,
): Promise<void> {
  const formIn = (one: Choices) => one['stxid-form'] ?? (behaviors.isGreased ? undefined : 'hex');
  const unverified = verifier.isOpen ? undefined : choiceOfUnverified(next);
  if (unverified !== undefined)
    throw new MockError(
      'choice-refused',
      `choices: ${unverified}: expected an option that refuses, got take: this mock verifies tokens`,
    );
  if (formIn(next) !== formIn(choices) && !(await isEmpty(ledger, registry.names)))
    throw new MockError(
      'choice-refused',
      'choices: stxid-form: expected a state without transactions, which keep the form of their sTxId, got one with transactions: reset it first',
    );
}

/** False where the ledger cannot list its transactions. */
export async function isEmpty({ list }: Ledger, merchants: readonly string[]): Promise<boolean> {
  if (list === undefined) return false;
  const lists = await Promise.all(merchants.map((merchant) => list(merchant, 1)));

  return lists.every(({ length }) => length === 0);
}

/** What answers requests, with the memory of its behaviors. */
interface State extends Pick<World, 'ledger' | 'faults' | 'answer'> {
  readonly choices: Choices;
  readonly parsesAsSent: boolean;
  /** With the same faults and the memory of defects. */
  readonly withChoices: (choices: Choices) => State;
}

function createState(
  { validators, registry, verifier, sample, behaviors, onBug, ...first }: Shared,
  { clock, ledger: inner, onAuthenticated }: WorldOptions,
): State {
  const faults = createFaultStore({ merchants: () => registry.merchants, seed: first.faultSeed });
  for (const rule of first.faults) faults.add(rule);
  const injected = createFaults(faults);
  const create = behaviors.create();

  const withChoices = (choices: Choices): State => {
    const behavior = composeBehaviors([...create(choices), injected]);
    const ledger = behavior.ledger(inner);
    const answer = createPipeline({
      validators,
      authentication: createAuthentication(registry, verifier, clock.now),
      behavior,
      sample,
      ledger,
      now: clock.now,
      today: clock.today,
      onAuthenticated,
      onBug,
    });

    return { ledger, faults, answer, choices, parsesAsSent: parsesAsSent(behavior), withChoices };
  };

  return withChoices(behaviors.choices);
}

/** The report, or the error of a pattern that matches no rule. */
export function weigh(
  report: () => object | undefined,
  toError: (message: string) => Error,
): object | undefined {
  try {
    return report();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'selection') throw toError(error.message);
    throw error;
  }
}

/** The part `/w/NAME` of an address, before the path: it names a world. */
export type WorldPath =
  | { readonly kind: 'home' }
  /** `rest` is the address without the world's part, with its slash. */
  | { readonly kind: 'world'; readonly name: string; readonly rest: string }
  | { readonly kind: 'misnamed'; readonly name: string };

const PREFIX = '/w/';
const PATH = /^\/w\/([A-Za-z0-9._-]{1,64})(?=[/?]|$)\/?(.*)$/s;

export const NAME_EXPECTED = '1 to 64 letters, digits, dots, hyphens and underscores, and not only dots';

/** @param url path and query, as the request line has them */
export function readWorldPath(url: string): WorldPath {
  if (!url.startsWith(PREFIX)) return { kind: 'home' };
  const [, name = '', rest = ''] = PATH.exec(url) ?? [];
  if (isWorldName(name)) return { kind: 'world', name, rest: `/${rest}` };

  return { kind: 'misnamed', name: url.slice(PREFIX.length).split(/[/?]/, 1)[0] ?? '' };
}

/** Clients resolve `.` and `..` as folders. */
export function isWorldName(name: string): boolean {
  return /^(?!\.+$)[A-Za-z0-9._-]{1,64}$/.test(name);
}

export function pathOfWorld(name: string): string {
  return `${PREFIX}${name}`;
}
