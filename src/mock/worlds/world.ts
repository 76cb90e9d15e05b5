/** One state of a mock: transactions, clock, journal, faults and the memory of behaviors. The mock has one, and each world. */
import type { OperationId } from '../../contract/types.ts';
import type { Validators } from '../../contract/validators.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { createAuthentication } from '../auth/authenticate.ts';
import type { MerchantRegistry } from '../auth/registry.ts';
import type { TokenVerifier } from '../auth/verifier.ts';
import { type Behavior, composeBehaviors } from '../behavior.ts';
import { createFaultStore, type FaultOrText, type Faults } from '../behaviors/faults/fault-store.ts';
import { createFaults } from '../behaviors/faults/faults.ts';
import type { Journal } from '../journal/journal.ts';
import { toExchange } from '../journal/record.ts';
import { createPipeline, type OnBug } from '../pipeline.ts';
import type { MockRequest } from '../request.ts';
import type { MockResponse } from '../response.ts';
import type { Sample } from '../sampling/sample.ts';
import type { FollowingClock } from './clock.ts';

/** What all worlds of a mock share. */
export interface Shared {
  readonly validators: Validators;
  readonly registry: MerchantRegistry;
  readonly verifier: TokenVerifier;
  readonly sample: Sample;
  /** Behaviors with a memory of their own. */
  readonly createBehaviors: () => readonly Behavior[];
  /** The faults that each world starts with. */
  readonly faults: readonly FaultOrText[];
  readonly faultSeed: number;
  readonly onBug: OnBug;
}

export interface World {
  readonly kind: 'world';
  /** Undefined for the mock itself. */
  readonly name: string | undefined;
  readonly clock: FollowingClock;
  readonly journal: Journal;
  /** As the behaviors wrap it. */
  readonly ledger: Ledger;
  readonly faults: Faults;
  readonly answer: (operation: OperationId, request: MockRequest) => Promise<MockResponse>;
  /** Adds a request to the journal. */
  readonly record: (request: MockRequest, response: MockResponse) => void;
  /** Returns to the start: no transactions, an empty journal, the first time and the first faults. */
  readonly reset: () => Promise<void>;
}

/** What a world starts with. */
export interface WorldOptions extends Pick<World, 'name' | 'clock' | 'journal' | 'ledger'> {
  /** Sets the clock to the time at which the world starts. */
  readonly setClock: () => void;
  /** Called for each request whose token is accepted. */
  readonly onAuthenticated: () => void;
}

export function createWorld(shared: Shared, options: WorldOptions): World {
  const { name, clock, journal, ledger, setClock } = options;
  const begin = () => createState(shared, options);
  let state = begin();
  setClock();

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
    answer: (operation, request) => state.answer(operation, request),
    record(request, response) {
      if (journal.size > 0) journal.record(toExchange(request, response, name));
    },
    async reset() {
      await ledger.clear();
      // Behaviors remember transactions, which are gone.
      state = begin();
      journal.clear();
      setClock();
    },
  };
}

function createState(
  { validators, registry, verifier, sample, createBehaviors, onBug, ...first }: Shared,
  { clock, ledger: inner, onAuthenticated }: WorldOptions,
): Pick<World, 'ledger' | 'faults' | 'answer'> {
  const faults = createFaultStore({ merchants: () => registry.merchants, seed: first.faultSeed });
  for (const rule of first.faults) faults.add(rule);
  const behavior = composeBehaviors([...createBehaviors(), createFaults(faults)]);
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

  return { ledger, faults, answer };
}
