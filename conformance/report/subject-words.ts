/** The words of a report that depend on its subject: a service or a client. */
import type { Report } from './report.ts';

interface SubjectWords {
  readonly subject: string;
  /** What the reader does about a failure. */
  readonly afterFailure: string;
  readonly runAgain: string;
  /** The captions of the curl commands and of the command of a counterexample. */
  readonly curlCaption: string;
  readonly replayCaption: string;
  /** What was sent, as the footer of a page says. */
  readonly traffic: (requests: number) => string;
}

const WORDS: Readonly<Record<Report['subject'], SubjectWords>> = {
  service: {
    subject: 'deployment',
    afterFailure: 'Run the commands of the first failure to reproduce it, fix it, and run the suite again.',
    runAgain: 'run the suite again',
    curlCaption: 'Run in one shell, with the token in the named variable',
    replayCaption: 'Or replay it with tollgate, which judges the response',
    traffic: (requests) =>
      `sent ${requests} requests to this deployment and compared the responses with the API document`,
  },
  client: {
    subject: 'client',
    afterFailure:
      'Start the mock with the command of the first failure, run the client against it, fix it, and run check-client again.',
    runAgain: 'run check-client again',
    curlCaption: 'The requests of the client, to send in one shell',
    replayCaption: 'Start a mock that behaves like this, and run the client against it',
    traffic: (requests) =>
      `received ${requests} requests of this client and compared them with the API document`,
  },
};

export function wordsOf({ subject }: Pick<Report, 'subject'>): SubjectWords {
  return WORDS[subject];
}
