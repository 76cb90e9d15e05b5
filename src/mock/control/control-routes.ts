/** Every control route of the mock, in the order in which GET /_tollgate lists them. */
import { JOURNAL_QUERY, readEntry, readJournal } from '../../control/journal.ts';
import { index, type Route, route } from '../../control/routes.ts';
import { pathOfWorld } from '../worlds/world.ts';
import type { ControlContext } from './context.ts';
import { explainEntry } from './explain-fee.ts';
import { listNearMisses, NEAR_MISS_QUERY, readNearMiss, sendMended } from './near-misses.ts';
import {
  addFault,
  clearFaults,
  clearJournal,
  endWorld,
  listChoices,
  listFaults,
  listWorlds,
  makeChoices,
  moveClock,
  readClock,
  removeFault,
  reset,
  resetChoices,
  resetClock,
} from './state.ts';
import { listTransactions, readTransaction } from './transactions.ts';
import { health, merchants, verdict, verify } from './views.ts';

export const CONTROL_ROUTES: readonly Route<ControlContext>[] = [
  route('GET /', 'Lists the control routes.', (_, { worldName: world }) =>
    world === undefined ? index(CONTROL_ROUTES) : index(CONTROL_ROUTES, pathOfWorld(world), { world }),
  ),
  route(
    'GET /health',
    'Returns the health of the mock and its ledger: 200, or 503 where the ledger is unavailable.',
    health,
  ),
  route(
    'GET /merchants',
    'Lists the merchants with their processors, the default merchant first, and which tokens the mock accepts.',
    merchants,
  ),
  route(
    'GET /transactions',
    'Lists the newest transactions of each merchant, or of ?merchant=NAME, at most ?limit=N of each (default 100). With ?mTxId=ID returns those with this mTxId and explains their fees.',
    listTransactions,
    ['merchant', 'limit', 'mTxId'],
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
  route('DELETE /journal', 'Clears the journal.', clearJournal),
  route(
    'GET /journal/:requestId',
    'Returns one request by the header Request-Id of its response, which is the instance of a problem.',
    readEntry,
  ),
  route(
    'GET /journal/:requestId/fee',
    'Explains the fee of one response line by line, even if the transaction was updated since.',
    explainEntry,
  ),
  route(
    'POST /verify',
    'Counts the requests that match {"request":{"method","path","headers":{},"body":{…any members…}},"count":1 or {"atLeast":1,"atMost":2}}. Where they are too few, returns the most similar requests with their differences.',
    verify,
  ),
  route(
    'GET /verdict',
    'Returns the verdict of the client rules on all requests since the start or the last reset, as report.schema.json describes it. ?strict=true counts should rules as well; ?must=client-flow/* those that match, with commas between patterns.',
    verdict,
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
  route('DELETE /clock', "Resets the clock to the machine's, or in a world to the mock's.", resetClock),
  route(
    'GET /faults',
    'Lists the faults in the order in which they are tried, those of merchants included, with the number of hits of each.',
    listFaults,
  ),
  route(
    'POST /faults',
    'Adds a fault: {"when":{"amount":"13.37"},"then":{"status":503}}, or a text as for --fault: "times=1: reset=after".',
    addFault,
  ),
  route('DELETE /faults', 'Removes all faults except those of merchants.', clearFaults),
  route('DELETE /faults/:id', 'Removes one fault.', removeFault),
  route(
    'GET /choices',
    'Lists what the mock does where the document leaves it open: each choice with its option, all its options, and whether it is the option of the start.',
    listChoices,
  ),
  route(
    'POST /choices',
    'Makes choices for all later requests: {"second-sale":"refuse","success-status":"201"}. The others stay as they are.',
    makeChoices,
  ),
  route('DELETE /choices', 'Returns to the choices of the start.', resetChoices),
  route(
    'GET /worlds',
    'Lists the worlds. A world starts with the first accepted call below /w/NAME, and ends after 30 minutes without a request.',
    listWorlds,
  ),
  route(
    'DELETE /worlds/:name',
    'Ends a world and deletes its transactions. 204 also where there is no such world.',
    endWorld,
  ),
  route(
    'POST /reset',
    'Resets the state: no transactions, an empty journal, the clock and faults of the start, choices and defects without memory. In a world resets that world; otherwise worlds keep their state.',
    reset,
  ),
];
