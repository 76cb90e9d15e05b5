/** One state of a mock: transactions, clock, journal, faults and the memory of behaviors. The mock has one, and each world. */
import type { Choices } from '../../contract/choices.ts';
import type { OperationId } from '../../contract/types.ts';
import type { Metrics } from '../../control/metrics.ts';
import type {
  ClientObserver,
  Counting,
  ObserveClient,
  ObservedWorld,
} from '../../exchange/client-observer.ts';
import type { Journal } from '../../exchange/journal/journal.ts';
import type { RecordedExchange } from '../../exchange/journal/recorded-exchange.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { WorldChoices } from '../api.ts';
import { createAuthentication, type MerchantRegistry } from '../auth/authenticate.ts';
import { choiceOfUnverified, type TokenVerifier } from '../auth/verifier.ts';
import { composeBehaviors } from '../behavior.ts';
import { createFaultStore, createFaults, type FaultOrText, type Faults } from '../behaviors/faults/faults.ts';
import type { BehaviorSource } from '../behaviors/load-behaviors.ts';
import { problemResponse } from '../http/problem.ts';
import { toObserved, toRecorded, withHints } from '../journal/record.ts';
import { MockError } from '../mock-error.ts';
import { createPipeline, type PipelineOptions } from '../pipeline.ts';
import { refuseBecause } from '../refusal.ts';
import type { MockRequest } from '../request.ts';
import type { MockResponse } from '../response.ts';
import type { FollowingClock } from './clock.ts';
import {
  type NamedScenario,
  type PlayedScenario,
  playScenario,
  SCENARIO_HEADER,
  type ScenarioList,
} from './scenario.ts';

/** What all worlds of a mock share. */
export interface Shared extends Pick<PipelineOptions, 'validators' | 'sample' | 'onBug'> {
  readonly registry: MerchantRegistry;
  readonly verifier: TokenVerifier;
  readonly behaviors: BehaviorSource;
  /** The faults that each world starts with. */
  readonly faults: readonly FaultOrText[];
  readonly faultSeed: number;
  readonly scenarios: ScenarioList;
  /** The scenario that each world starts in. */
  readonly scenario: NamedScenario | undefined;
  /** Of all worlds. */
  readonly metrics: Metrics;
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
  /** The scenario that is on. */
  readonly scenario: PlayedScenario | undefined;
  /** @throws MockError `unknown-scenario`; `choice-refused` for choices that cannot be made now */
  readonly useScenario: (name: string | undefined) => Promise<void>;
  readonly answer: (operation: OperationId, request: MockRequest) => Promise<MockResponse>;
  /**
   * Judges a request by the client rules, and adds it to the journal.
   *
   * @returns the response, with hints where there are any
   */
  readonly record: (request: MockRequest, response: MockResponse, judged?: 'unjudged') => MockResponse;
  /** The verdict of the client rules since the last reset. @throws MockError `not-observed`, `rule-pattern` */
  readonly verdict: (counting?: Counting) => object;
  /** An estimate of its memory, transactions and journal apart. */
  readonly bytes: () => number;
  /** Returns to the start: no transactions, an empty journal, and the clock, faults and choices of the start. */
  readonly reset: () => Promise<void>;
}

/** What a world starts with. */
export interface WorldOptions extends Pick<World, 'name' | 'clock' | 'journal' | 'ledger'> {
  /** The first part of its paths, such as `/w/cart-7`; empty for the mock itself. */
  readonly path: string;
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
  const { registry, behaviors, sample, onBug } = shared;
  const { name, clock, journal, ledger, setClock, onAuthenticated } = options;
  const authentication = createAuthentication(registry, shared.verifier, clock.now);

  const play = (scenario: NamedScenario) => playScenario(scenario, shared.faultSeed);
  /** What answers requests, with the memory of its behaviors. */
  const begin = () => {
    const faults = createFaultStore({ merchants: () => registry.merchants, seed: shared.faultSeed });
    for (const rule of shared.faults) faults.add(rule);
    const create = behaviors.create();
    /** With the same faults and the memory of defects. */
    const build = (choices: Choices, scenario: PlayedScenario | undefined) => {
      // Those of a scenario come first.
      const injected = createFaults(scenario === undefined ? [faults] : [scenario.faults, faults]);
      const chosen = create({ ...choices, ...scenario?.scenario.choices });
      const behavior = composeBehaviors([...chosen, injected, scenario?.behavior ?? {}]);
      const wrapped = behavior.ledger(ledger);
      const answer = createPipeline({
        ...shared,
        ...{ authentication, behavior, ledger: wrapped, clock, onAuthenticated },
      });

      return { choices, scenario, ledger: wrapped, answer };
    };

    return { faults, build, ...build(behaviors.choices, shared.scenario && play(shared.scenario)) };
  };
  let state = begin();
  setClock();
  const buildNext = async (next: () => Choices, scenario: PlayedScenario | undefined) => {
    await refuseChoices(shared, { ...next(), ...scenario?.scenario.choices }, state);

    return state.build(next(), scenario);
  };
  const choose = async (next: () => Choices) => {
    state = { ...state, ...(await buildNext(next, state.scenario)) };
  };
  const useScenario = async (name: string | undefined) => {
    const played = name === undefined ? undefined : play(shared.scenarios.find(name));
    state = { ...state, ...(await buildNext(() => state.choices, played)) };
  };
  /** A call that names its scenario is answered as the first one in it. */
  const answerIn = async (name: string, operation: OperationId, request: MockRequest) => {
    try {
      const built = await buildNext(() => state.choices, play(shared.scenarios.find(name)));

      return await built.answer(operation, request);
    } catch (error) {
      if (!(error instanceof MockError)) throw error;

      const detail = `header Tollgate-Scenario: ${error.message.replace(/^scenario: /, '')}`;

      return problemResponse(refuseBecause('malformed-scenario', detail), request.id);
    }
  };
  const first = behaviors.choices;
  const choices: WorldChoices = {
    list: () => state.choices,
    start: first,
    use: (made) => choose(() => ({ ...state.choices, ...made })),
    reset: () => choose(() => first),
  };
  // Created with the first request: few worlds of many may be used.
  let observer: ClientObserver | undefined;
  let startsEmpty = options.startsEmpty;
  const getObserver = (): ClientObserver | undefined => {
    observer ??= shared.observeClient?.(observedWorld(shared, options, startsEmpty));

    return observer;
  };

  const observe = (exchange: RecordedExchange, request: MockRequest, response: MockResponse) => {
    const current = getObserver();
    if (current === undefined) return [];
    try {
      return current.observe(toObserved(exchange, request, response, sample !== undefined));
    } catch (error) {
      // The response is ready, so an error is only reported.
      onBug(error, request.id);

      return [];
    } finally {
      options.onObserved();
    }
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
    get scenario() {
      return state.scenario;
    },
    useScenario,
    answer(operation, request) {
      const named = request.headers[SCENARIO_HEADER];

      return named === undefined
        ? state.answer(operation, request)
        : answerIn(String(named), operation, request);
    },
    record(request, response, judged) {
      const exchange = toRecorded(request, response, name);
      const hints = judged === 'unjudged' ? [] : observe(exchange, request, response);
      const explained = withHints(response, hints);
      const { headers } = explained;
      const recorded =
        hints.length === 0 ? exchange : { ...exchange, hints, response: { ...exchange.response, headers } };
      shared.metrics.count(recorded);
      journal.record(recorded);

      return explained;
    },
    verdict(counting) {
      const current = getObserver();
      if (current === undefined) throw new MockError('not-observed', NOT_OBSERVED);
      try {
        return current.report(counting);
      } catch (error) {
        const isPattern = error instanceof Error && 'code' in error && error.code === 'selection';
        throw isPattern ? new MockError('rule-pattern', error.message) : error;
      }
    },
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

const NOT_OBSERVED = 'this mock judges no clients: it was created without observeClient';

function observedWorld(
  { registry, sample, address }: Shared,
  { name, path }: WorldOptions,
  startsEmpty: boolean,
): ObservedWorld {
  return {
    ...{ name, startsEmpty, isStatic: sample !== undefined },
    address: () => `${address()}${path}`,
    hasSeveralProcessors(merchant) {
      const known = registry.byName.get(merchant ?? '');

      return known === undefined ? undefined : known.merchant.processors.length > 1;
    },
  };
}

/** @throws MockError `choice-refused` */
async function refuseChoices(
  { behaviors, verifier, registry }: Shared,
  next: Choices,
  { choices, scenario, ledger }: Pick<World, 'ledger' | 'scenario'> & { readonly choices: Choices },
): Promise<void> {
  const formIn = (one: Choices) => one['stxid-form'] ?? (behaviors.isGreased ? undefined : 'hex');
  const unverified = verifier.isOpen ? undefined : choiceOfUnverified(next);
  if (unverified !== undefined)
    throw new MockError(
      'choice-refused',
      `choices: ${unverified}: expected an option that refuses, got take: this mock verifies tokens`,
    );
  if (
    formIn(next) !== formIn({ ...choices, ...scenario?.scenario.choices }) &&
    !(await isEmpty(ledger, registry.names))
  )
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
