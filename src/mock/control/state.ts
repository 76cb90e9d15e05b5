/** The control routes that change the state of a world: clock, faults, choices, journal; and those of worlds. */
import { CHOICE_NAMES, CHOICES, type Choices, defaultOf, optionsOf } from '../../contract/choices.ts';
import { bodyReader } from '../../control/body.ts';
import { ControlRefusal, invalid, type Reply, reply } from '../../control/routes.ts';
import { ConfigurationError } from '../../engine/index.ts';
import { describeValue } from '../../text/describe.ts';
import { readDuration } from '../../text/duration.ts';
import type { FaultOrText } from '../behaviors/faults/fault-store.ts';
import { showRule } from '../behaviors/faults/fault-text.ts';
import { MockError } from '../mock-error.ts';
import { isWorldName, NAME_EXPECTED, pathOfWorld } from '../worlds/world.ts';
import type { MockHandler } from './context.ts';

const DURATION = 'a duration such as "90s", "15m", "1h" or "30d", within the years 1970 to 9999';
const TIME = 'a time such as "2026-01-31T00:00:00Z" or "2026-01-31", within the years 1970 to 9999';

const readMove = bodyReader<{ readonly advance: string } | { readonly set: string }>({
  type: 'object',
  'x-expected': 'a JSON object with either advance or set',
  minProperties: 1,
  maxProperties: 1,
  additionalProperties: false,
  properties: {
    advance: { type: 'string', 'x-expected': DURATION },
    set: { type: 'string', 'x-expected': TIME },
  },
});

/** Both values are of one reading of the machine's clock, which may tick between two. */
export const readClock: MockHandler = (_, { world: { clock } }) => {
  const machine = Date.now();
  const now = clock.at(machine);

  return reply({ now: new Date(now).toISOString(), aheadMilliseconds: now - machine });
};

export const moveClock: MockHandler = (request, context) => {
  const move = readMove(request.body);
  const { clock } = context.world;
  try {
    if ('set' in move) clock.set(move.set);
    else clock.advance(readDuration(move.advance) ?? Number.NaN);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw 'set' in move ? invalid('/set', TIME, move.set) : invalid('/advance', DURATION, move.advance);
  }

  return readClock(request, context);
};

export const resetClock: MockHandler = (request, context) => {
  context.world.clock.reset();

  return readClock(request, context);
};

export const listFaults: MockHandler = (_, { world }) =>
  reply({ faults: world.faults.list().map((listed) => ({ ...listed, text: showRule(listed.rule) })) });

export const addFault: MockHandler = ({ body }, { world }) => {
  if (typeof body !== 'string' && (typeof body !== 'object' || body === null))
    throw invalid('the body', 'a fault as a JSON object, or a text such as "every=10: hang"', body);
  try {
    // The store validates the body.
    return reply({ id: world.faults.add(body as FaultOrText) }, 201);
  } catch (error) {
    if (error instanceof ConfigurationError) throw new ControlRefusal('control-refused', error.message);
    // A body may be nested deeper than the call stack.
    if (error instanceof RangeError) throw invalid('the body', 'a fault as a JSON object', body);
    throw error;
  }
};

export const clearFaults: MockHandler = (_, { world }) => reply(world.faults.clear());

export const removeFault: MockHandler = ({ parameters: { id = '' } }, { world }) => {
  if (world.faults.remove(id)) return reply();
  throw new ControlRefusal('not-found', `no fault has the id ${describeValue(id)}`);
};

const readChoices = bodyReader<Choices>({
  type: 'object',
  'x-expected': 'a JSON object with choices and their options',
  additionalProperties: false,
  properties: Object.fromEntries(
    CHOICE_NAMES.map((name) => {
      const options = optionsOf(name);

      return [name, { enum: options, 'x-expected': `one of ${options.join(', ')}` }];
    }),
  ),
});

export const listChoices: MockHandler = (_, { world: { choices } }) => {
  const [current, first] = [choices.list(), choices.start];

  return reply({
    choices: CHOICE_NAMES.map((name) => {
      const { section, question, group, options } = CHOICES[name];
      const option = current[name] ?? defaultOf(name);

      return {
        ...{ name, section, question, group, option },
        atStart: first[name] ?? defaultOf(name),
        options: options.map(([one, meaning]) => ({ option: one, meaning })),
      };
    }),
  });
};

export const makeChoices: MockHandler = async (request, context) => {
  const made = readChoices(request.body);
  await refusing(() => context.world.choices.use(made));

  return listChoices(request, context);
};

export const resetChoices: MockHandler = async (request, context) => {
  await refusing(() => context.world.choices.reset());

  return listChoices(request, context);
};

/** @throws ControlRefusal for a MockError */
export async function refusing<T>(act: () => Promise<T> | T): Promise<T> {
  try {
    return await act();
  } catch (error) {
    throw error instanceof MockError ? new ControlRefusal('control-refused', error.message) : error;
  }
}

export const clearJournal: MockHandler = (_, { world }) => reply(world.journal.clear());

export const listWorlds: MockHandler = (_, { worlds }) =>
  reply({
    worlds: worlds.list().map(({ world, lastRequestAt }) => ({
      name: world.name,
      path: pathOfWorld(world.name ?? ''),
      lastRequest: new Date(lastRequestAt).toISOString(),
      journal: world.journal.exchanges().length,
    })),
  });

export const endWorld: MockHandler = async ({ parameters: { name = '' } }, { worlds }) => {
  if (!isWorldName(name)) throw invalid('the path', `a name of ${NAME_EXPECTED}`, name);

  return done(worlds.end(name));
};

export const reset: MockHandler = (_, { world }) => done(world.reset());

async function done(change: Promise<void>): Promise<Reply> {
  await change;

  return reply();
}
