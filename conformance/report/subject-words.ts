/** The words of a report that depend on its subject, a service or a client, and on who sent the requests. */
import { count } from '../../src/text/words.ts';
import type { Report } from './report.ts';

interface SubjectWords {
  /** The name of a side of traffic; absent where the report has one subject. */
  readonly side?: 'Client' | 'Service';
  readonly subject: string;
  /** How certain a failure is, as a sentence. */
  readonly certainty: string;
  /** The next step after a failure. */
  readonly afterFailure: string;
  readonly runAgain: string;
  /** The next step where failures did not repeat. */
  readonly afterUnstable: (failures: number) => string;
  /** What the run lacks for rules that were not tested. */
  readonly aboutReasons: string;
  /** The captions of the curl commands and of the command of a counterexample. */
  readonly curlCaption: string;
  readonly replayCaption: string;
  /** How to reproduce a failure of a rule, for its help. */
  readonly reproduce: (id: string) => readonly string[];
  /** The mock that breaks a rule, as the end of a sentence. */
  readonly mock: (id: string) => string;
  /** What judged a rule, such as `3 cases, 5 requests`. */
  readonly judged: (exercised: number, requests: number) => string;
  /** What a request with its response is called. */
  readonly exchange: string;
  /** The traffic of the run, for the footer of a page. */
  readonly traffic: (requests: number) => string;
}

const SERVICE: SubjectWords = {
  subject: 'deployment',
  certainty: ' Each failure was confirmed by repeating it.',
  afterFailure: 'Run the commands of the first failure to reproduce it, fix it, and run the suite again.',
  runAgain: 'run the suite again',
  afterUnstable: (failures) =>
    `${count(failures, 'failure')} did not repeat every time. Run the suite again; frequent causes are load, several instances and caches.`,
  aboutReasons: 'the reasons below say what the suite needs',
  curlCaption: 'Run in one shell, with the token in the named variable',
  replayCaption: 'Or replay it with tollgate, which judges the response',
  reproduce: (id) => [
    `Run the curl commands of a result to reproduce it. After the fix, \`tollgate replay REPORT.json ${id}\` checks whether the rule holds.`,
  ],
  mock: (id) => `, and \`tollgate mock --defect ${id}\` starts a mock that breaks it`,
  judged: (exercised, requests) => `${count(exercised, 'case')}, ${count(requests, 'request')}`,
  exchange: 'request',
  traffic: (requests) =>
    `sent ${requests} requests to this deployment and compared the responses with the API document`,
};

const CLIENT: SubjectWords = {
  ...SERVICE,
  subject: 'client',
  certainty: '',
  afterFailure:
    'Start the mock with the command of the first failure, run the client against it, fix it, and run check-client again.',
  runAgain: 'run check-client again',
  curlCaption: 'The requests of the client, to send in one shell',
  replayCaption: 'Start a mock that behaves like this, and run the client against it',
  reproduce: () => [
    'Start the mock with the command of a result, and run the client against it, to reproduce it.',
  ],
  mock: () => '',
  traffic: (requests) =>
    `received ${requests} requests of this client and compared them with the API document`,
};

const IN_TRAFFIC: Partial<SubjectWords> = {
  certainty: ' Each failure shows the exchanges in which it was seen; nothing was sent to repeat it.',
  runAgain: 'judge the traffic again',
  afterUnstable: (rules) =>
    `What was seen of ${count(rules, 'rule')} could be something else, and proves nothing. Judge more traffic, allow it with --tolerate N, or test the other side alone: tollgate conform, tollgate check-client.`,
  aboutReasons: 'traffic alone does not show whether they hold',
  reproduce: () => [],
  judged: (exercised) => count(exercised, 'exchange'),
  exchange: 'exchange',
};

const SERVICE_SIDE: SubjectWords = {
  ...{ ...SERVICE, ...IN_TRAFFIC, side: 'Service', subject: 'service' },
  afterFailure:
    'Fix the service; tollgate conform tests the fix on a deployment where requests may be sent on purpose.',
};

const CLIENT_SIDE: SubjectWords = {
  ...{ ...CLIENT, ...IN_TRAFFIC, side: 'Client' },
  afterFailure: 'Fix the client; tollgate check-client tests the fix against the mock.',
};

const WORDS = {
  service: { active: SERVICE, passive: SERVICE_SIDE },
  client: { active: CLIENT, passive: CLIENT_SIDE },
};

export function wordsOf({ subject, passive }: Pick<Report, 'subject' | 'passive'>): SubjectWords {
  return WORDS[subject][passive ? 'passive' : 'active'];
}
