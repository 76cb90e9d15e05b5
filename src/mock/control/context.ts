/** The state that control routes read and change. */
import type { JournalContext } from '../../control/journal.ts';
import { ControlRefusal, type Handler, invalid } from '../../control/routes.ts';
import type { Journal } from '../../exchange/journal/journal.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { InjectedAnswer, InjectedRequest } from '../api.ts';
import { MockError } from '../mock-error.ts';
import type { HandlerContext } from '../request.ts';
import type { PlayedScenario } from '../worlds/scenario.ts';
import type { Shared, World } from '../worlds/world.ts';
import { isWorldName, NAME_EXPECTED, type Worlds } from '../worlds/worlds.ts';

/** What all control routes share. */
export interface SharedContext extends Shared {
  readonly worlds: Worlds;
  /** Sends a request to the mock, as a client does. The path is that of the mock, with the world's part. */
  readonly send: (request: InjectedRequest) => Promise<InjectedAnswer>;
  /** The kind of the ledger that the mock was started with. */
  readonly ledgerKind: Ledger['kind'];
  /** When the mock started, in milliseconds on the monotonic clock. */
  readonly startedAt: number;
  readonly closing: AbortSignal;
}

export interface ControlContext extends SharedContext, JournalContext {
  /** The world of the address, or the mock itself. */
  readonly world: World;
  /** What the handlers of each merchant work with in this world and scenario; the default merchant first. */
  readonly merchantContexts: (scenario?: PlayedScenario) => readonly HandlerContext[];
}

export type MockHandler = Handler<ControlContext>;

/** @throws ControlRefusal */
export function journalsOf(name: string, world: World, worlds: Worlds): readonly Journal[] {
  if (world.name !== undefined) throw invalid('the query, world', 'no such parameter within a world', name);
  const open = worlds.list().map((one) => one.world);
  if (name === '*') return [worlds.home, ...open].map(({ journal }) => journal);
  if (!isWorldName(name)) throw invalid('the query, world', `* for all, or a name of ${NAME_EXPECTED}`, name);

  return open.filter((one) => one.name === name).map(({ journal }) => journal);
}

/** @throws ControlRefusal for a MockError */
export async function refusing<T>(act: () => Promise<T> | T): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof MockError)) throw error;
    throw new ControlRefusal(error.code === 'not-observed' ? 'not-found' : 'control-refused', error.message);
  }
}
