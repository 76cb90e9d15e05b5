/** Every control route of the mock with its handler, in the order in which GET /_tollgate lists them. */
import { CHOICE_NAMES, CHOICES, type Choices, choiceSchema, defaultOf } from '../../contract/choices.ts';
import { version } from '../../contract/version.ts';
import { droppedIn, expectJournal, JOURNAL_QUERY, readEntry, readJournal } from '../../control/journal.ts';
import { metricsRoute } from '../../control/metrics.ts';
import {
  bodyReader,
  ControlRefusal,
  flagIn,
  index,
  invalid,
  type Reply,
  type Route,
  reply,
  route,
} from '../../control/routes.ts';
import { ConfigurationError } from '../../engine/index.ts';
import { type Ledger, LedgerError } from '../../ledger/ledger.ts';
import { describeValue } from '../../text/describe.ts';
import { readDuration } from '../../text/words.ts';
import { faultExamples } from '../behaviors/faults/fault.ts';
import type { FaultOrText } from '../behaviors/faults/faults.ts';
import { showRule } from '../behaviors/faults/read-fault.ts';
import { isWorldName, NAME_EXPECTED, pathOfWorld } from '../worlds/worlds.ts';
import type { ControlContext, MockHandler } from './control.ts';
import { listNearMisses, NEAR_MISS_QUERY, readNearMiss, sendMended } from './near-misses.ts';
import { explainEntry, listTransactions, readTransaction } from './transactions.ts';
import { verifyJournal } from './verification.ts';

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
const readClock: MockHandler = (_, { world: { clock } }) => {
  const machine = Date.now();
  const now = clock.at(machine);

  return reply({ now: new Date(now).toISOString(), aheadMilliseconds: now - machine });
};

const moveClock: MockHandler = (request, context) => {
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

const addFault: MockHandler = ({ body }, { world }) => {
  if (typeof body !== 'string' && (typeof body !== 'object' || body === null))
    throw invalid('the body', 'a fault as a JSON object, or a text such as "every=10: hang"', body);
  try {
    // The store validates the body.
    return reply({ id: world.faults.add(body as FaultOrText) }, 201);
  } catch (error) {
    if (error instanceof ConfigurationError)
      throw new ControlRefusal('control-refused', error.problems.join('; '));
    // A body may be nested deeper than the call stack.
    if (error instanceof RangeError) throw invalid('the body', 'a fault as a JSON object', body);
    throw error;
  }
};

const readChoices = bodyReader<Choices>(choiceSchema());

const listChoices: MockHandler = (_, { world: { choices } }) => {
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

const readScenario = bodyReader<{ readonly scenario: string }>({
  type: 'object',
  'x-expected': 'a JSON object with scenario',
  required: ['scenario'],
  additionalProperties: false,
  properties: { scenario: { type: 'string', 'x-expected': 'the name of a scenario' } },
});

const listScenarios: MockHandler = (_, { world, scenarios }) =>
  reply({
    scenario: world.scenario?.scenario.name,
    scenarios: Object.entries(scenarios.list()).map(([name, { about }]) => ({ name, about })),
  });

export const CONTROL_ROUTES: readonly Route<ControlContext>[] = [
  route('GET /', 'Lists the control routes.', (_, { worldName: world }) =>
    world === undefined ? index(CONTROL_ROUTES) : index(CONTROL_ROUTES, pathOfWorld(world), { world }),
  ),
  route(
    'GET /health',
    'Returns the health of the mock and its ledger: 200, or 503 where the ledger is unavailable.',
    async (_, context) => {
      const { world, worlds, registry, ledgerKind = 'given', startedAt } = context;
      const ledger = await checkLedger(world.ledger, registry.names[0]);
      const isHealthy = ledger === 'ok';
      const { journal } = world;

      return reply(
        {
          status: isHealthy ? 'ok' : 'ledger unavailable',
          version: version(),
          uptimeSeconds: Math.round((performance.now() - startedAt) / 1000),
          time: new Date(world.clock.now()).toISOString(),
          merchants: registry.names,
          ledger: { kind: ledgerKind, status: ledger },
          journal: { kept: journal.exchanges().length, size: journal.size, ...droppedIn(context) },
          worlds: worlds.list().length,
        },
        isHealthy ? 200 : 503,
      );
    },
  ),
  metricsRoute,
  route(
    'GET /merchants',
    'Lists the merchants with their processors, the default merchant first, and which tokens the mock accepts.',
    (_, { registry, verifier: { isOpen, mint, expected } }) =>
      reply({
        tokens: { accepted: isOpen ? 'any' : mint === undefined ? 'keys' : 'secret', expected },
        merchants: registry.merchants.map((merchant) => ({
          name: merchant.name,
          processors: merchant.processors.map(({ mid, name, model }) => ({ mid, name, model })),
        })),
      }),
  ),
  route(
    'GET /transactions',
    'Lists the newest transactions of each merchant, or of ?merchant=NAME, at most ?limit=N of each (default 100). With ?mTxId=ID returns those with this mTxId and explains their fees, with ?id=ID those with this mTxId or sTxId.',
    listTransactions,
    ['merchant', 'limit', 'mTxId', 'id'],
  ),
  route(
    'GET /transactions/:sTxId',
    'Returns one transaction by its sTxId, with its request, its fee and every line of the fee.',
    readTransaction,
    ['merchant'],
  ),
  route(
    'GET /journal',
    'Lists the last requests with their responses and violations, the oldest first. Filters: ?path= method= status=4xx merchant= rule= body.FIELD=VALUE world= since=REQUESTID limit=N. ?follow=true streams later requests, too, as lines of JSON.',
    readJournal,
    JOURNAL_QUERY,
  ),
  route('DELETE /journal', 'Clears the journal.', (_, { journal }) => reply(journal.clear())),
  route(
    'GET /journal/:requestId',
    'Returns one request by the header Request-Id of its response, which is the instance of a problem.',
    readEntry,
  ),
  route(
    'GET /journal/:requestId/fee',
    'Explains the fee of one response line by line, as it was calculated.',
    explainEntry,
  ),
  route(
    'POST /verify',
    'Counts the requests that match {"request":{"method","path","headers":{},"body":{…any members…}},"count":1 or {"atLeast":1,"atMost":2}}. Where they are too few, returns the most similar requests with their differences.',
    ({ body }, { journal }) => {
      expectJournal({ journal });

      return reply(verifyJournal(journal, body));
    },
  ),
  route(
    'GET /verdict',
    'Returns the verdict of the client rules on all requests since the start or the last reset, as report.schema.json describes it. ?strict=true counts should rules as well; ?must=client-flow/* those that match, with commas between patterns.',
    ({ query }, { world }) => {
      const strict = flagIn(query, 'strict', true);
      const must = (query.get('must') ?? '').split(',').filter((pattern) => pattern !== '');

      return reply(world.verdict({ strict, must }));
    },
    ['strict', 'must'],
  ),
  route(
    'GET /near-misses',
    'Lists the last refused requests, the newest first, each with the one edit that makes it valid, where there is one. ?limit=N (default 20) and the filters of the journal.',
    listNearMisses,
    NEAR_MISS_QUERY,
  ),
  route(
    'GET /near-misses/:requestId',
    'Returns one refused request with the one edit that makes it valid, where there is one.',
    readNearMiss,
  ),
  route(
    'POST /near-misses/:requestId',
    'Sends the request with that edit and a token of its merchant. Returns the Request-Id and the status of the response.',
    sendMended,
  ),
  route(
    'GET /clock',
    'Returns the time of the mock, and how many milliseconds it is ahead of the machine.',
    readClock,
  ),
  route(
    'POST /clock',
    'Moves the clock by {"advance":"30d"} (units s, m, h, d; -1h moves it back) or to {"set":"2026-01-31T00:00:00Z"}.',
    moveClock,
  ),
  route(
    'DELETE /clock',
    "Resets the clock to the machine's, or in a world to the mock's.",
    (request, context) => {
      context.world.clock.reset();

      return readClock(request, context);
    },
  ),
  route(
    'GET /faults',
    'Lists the faults in the order in which they are tried, those of merchants included, with the number of hits of each, and examples.',
    (_, { world }) =>
      reply({
        faults: world.faults.list().map((listed) => ({ ...listed, text: showRule(listed.rule) })),
        examples: faultExamples(),
      }),
  ),
  route(
    'POST /faults',
    'Adds a fault: {"when":{"amount":"13.37"},"then":{"status":503}}, or a text as for --fault: "times=1: reset=after".',
    addFault,
  ),
  route('DELETE /faults', 'Removes all faults except those of merchants.', (_, { world }) =>
    reply(world.faults.clear()),
  ),
  route('DELETE /faults/:id', 'Removes one fault.', ({ parameters: { id = '' } }, { world }) => {
    if (world.faults.remove(id)) return reply();
    throw new ControlRefusal('not-found', `no fault has the id ${describeValue(id)}`);
  }),
  route(
    'GET /choices',
    'Lists what the mock does where the document leaves it open: each choice with its option, all its options, and whether it is the option of the start.',
    listChoices,
  ),
  route(
    'POST /choices',
    'Makes choices for all later requests: {"second-sale":"refuse","success-status":"201"}. The others stay as they are. Answers with all choices that are set now.',
    async ({ body }, { world: { choices } }) => {
      const made = readChoices(body);
      await choices.use(made);

      return reply({ choices: { ...choices.list(), ...made } });
    },
  ),
  route(
    'DELETE /choices',
    'Returns to the choices of the start, and answers with them.',
    async (_, { world: { choices } }) => {
      await choices.reset();

      return reply({ choices: choices.list() });
    },
  ),
  route(
    'GET /scenarios',
    'Lists the scenarios, those of the merchant file included, and names the one that is on.',
    listScenarios,
  ),
  route(
    'POST /scenarios',
    'Answers all later calls as in a scenario: {"scenario":"debit"}. Choosing it again begins it anew.',
    async (request, context) => {
      const { scenario } = readScenario(request.body);
      await context.world.useScenario(scenario);

      return listScenarios(request, context);
    },
  ),
  route('DELETE /scenarios', 'Ends the scenario.', async (request, context) => {
    await context.world.useScenario(undefined);

    return listScenarios(request, context);
  }),
  route(
    'GET /worlds',
    'Lists the worlds. A world starts with the first accepted call below /w/NAME, and ends after 30 minutes without a request.',
    (_, { worlds }) =>
      reply({
        worlds: worlds.list().map(({ world, lastRequestAt }) => ({
          name: world.name,
          path: pathOfWorld(world.name ?? ''),
          lastRequest: new Date(lastRequestAt).toISOString(),
          journal: world.journal.exchanges().length,
        })),
      }),
  ),
  route(
    'DELETE /worlds/:name',
    'Ends a world and deletes its transactions. 204 also where there is no such world.',
    ({ parameters: { name = '' } }, { worlds }) => {
      if (!isWorldName(name)) throw invalid('the path', `a name of ${NAME_EXPECTED}`, name);

      return done(worlds.end(name));
    },
  ),
  route(
    'POST /reset',
    'Resets the state: no transactions, an empty journal, the clock, faults and scenario of the start, choices and defects without memory. In a world resets that world; otherwise worlds keep their state.',
    (_, { world }) => done(world.reset()),
  ),
];

async function checkLedger(ledger: Ledger, merchant: string): Promise<string> {
  try {
    // No transaction has this sTxId.
    await ledger.find(merchant, { sTxId: '' });

    return 'ok';
  } catch (error) {
    if (error instanceof LedgerError) return error.code;
    throw error;
  }
}

async function done(change: Promise<void>): Promise<Reply> {
  await change;

  return reply();
}
