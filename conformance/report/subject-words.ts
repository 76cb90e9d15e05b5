/** The words of a report that depend on its subject, a service or a client, and on who sent the requests. */
import type { Report } from './report.ts';

interface SubjectWords {
  readonly subject: string;
  /** How certain a failure is, as a sentence. */
  readonly certainty: string;
  /** The next step after a failure. */
  readonly afterFailure: string;
  readonly runAgain: string;
  /** What the run lacks for rules that were not tested. */
  readonly aboutReasons: string;
  /** The captions of the curl commands and of the command of a counterexample. */
  readonly curlCaption: string;
  readonly replayCaption: string;
  /** The traffic of the run, for the footer of a page. */
  readonly traffic: (requests: number) => string;
}

const SERVICE: SubjectWords = {
  subject: 'deployment',
  certainty: ' Each failure was confirmed by repeating it.',
  afterFailure: 'Run the commands of the first failure to reproduce it, fix it, and run the suite again.',
  runAgain: 'run the suite again',
  aboutReasons: 'the reasons below say what the suite needs',
  curlCaption: 'Run in one shell, with the token in the named variable',
  replayCaption: 'Or replay it with tollgate, which judges the response',
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
  traffic: (requests) =>
    `received ${requests} requests of this client and compared them with the API document`,
};

const IN_TRAFFIC = {
  certainty: ' Each failure shows the exchanges in which it was seen; nothing was sent to repeat it.',
  runAgain: 'judge the traffic again',
  aboutReasons: 'traffic alone does not show whether they hold',
};

const WORDS: Readonly<Record<Report['subject'], Readonly<Record<'active' | 'passive', SubjectWords>>>> = {
  service: {
    active: SERVICE,
    passive: {
      ...SERVICE,
      ...IN_TRAFFIC,
      subject: 'service',
      afterFailure:
        'Fix the service; tollgate conform tests the fix on a deployment where requests may be sent on purpose.',
    },
  },
  client: {
    active: CLIENT,
    passive: {
      ...CLIENT,
      ...IN_TRAFFIC,
      afterFailure: 'Fix the client; tollgate check-client tests the fix against the mock.',
    },
  },
};

export function wordsOf({ subject, passive }: Pick<Report, 'subject' | 'passive'>): SubjectWords {
  return WORDS[subject][passive === true ? 'passive' : 'active'];
}
