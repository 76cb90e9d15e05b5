/** A mock and its worlds for programs that run it in their own process: journal, verification, verdict, clock, choices. */
import { ControlRefusal } from '../control/routes.ts';
import { toEntry } from '../exchange/journal/entry.ts';
import { describeValue } from '../text/describe.ts';
import type { InjectedAnswer, InjectedRequest, MockWorld, State } from './api.ts';
import { verifyJournal } from './control/verification.ts';
import { MockError } from './mock-error.ts';
import type { World } from './worlds/world.ts';
import { isWorldName, NAME_EXPECTED, pathOfWorld } from './worlds/world-address.ts';
import type { Worlds } from './worlds/worlds.ts';

type Inject = (request: InjectedRequest) => Promise<InjectedAnswer>;

/** @param find the world at the time of each use */
export function stateOf(find: () => World, inject: Inject): State {
  return {
    inject: inject as State['inject'],
    clock: live(() => find().clock),
    faults: live(() => find().faults),
    choices: live(() => find().choices),
    useScenario: (name) => find().useScenario(name),
    reset: () => find().reset(),
    journal: () => find().journal.exchanges().map(toEntry),
    verify(expected) {
      try {
        return verifyJournal(find().journal, expected);
      } catch (error) {
        throw error instanceof ControlRefusal ? new MockError('verification', error.message) : error;
      }
    },
    verdict: (counting) => find().verdict(counting),
  };
}

/** @returns a function of the name, which throws MockError `world-name` */
export function createWorldHandles(worlds: Worlds, inject: Inject): (name: string) => MockWorld {
  return (name) => {
    if (!isWorldName(name))
      throw new MockError(
        'world-name',
        `world: expected a name of ${NAME_EXPECTED}, got ${describeValue(name)}`,
      );
    const path = pathOfWorld(name);

    return {
      // Found again for each use: it may have ended.
      ...stateOf(
        () => worlds.openByName(name),
        (request) => inject({ ...request, path: `${path}${request.path}` }),
      ),
      path,
      end: () => worlds.end(name),
    };
  };
}

/** An object whose members are those of another one at the time of each use. */
function live<T extends object>(find: () => T): T {
  return new Proxy({} as T, { get: (_, name) => Reflect.get(find(), name) });
}
