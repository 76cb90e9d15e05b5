/** `tollgate/matchers`: for `expect.extend` of Vitest and Jest; what the client under test has sent to a mock. */

import type { Counting } from '../src/exchange/client-observer.ts';
import type { JournalEntry } from '../src/exchange/journal/entry.ts';
import type { JsonObject } from '../src/text/json-object.ts';
import type { Mock } from './index.ts';

/** A mock, or one of its worlds. */
type ObservedMock = Pick<Mock, 'journal' | 'verify' | 'verdict'>;

interface Matched {
  readonly pass: boolean;
  readonly message: () => string;
}

/** For the types of `expect`: `interface Matchers<T> extends TollgateMatchers<T> {}` in the module of the runner. */
export interface TollgateMatchers<R> {
  /** The mock has accepted a fee call with these fields, and any others (section 2.1). */
  toHavePriced(fields?: JsonObject): R;
  /** The mock has accepted a sale with these fields, and any others (section 2.3). */
  toHaveSold(fields?: JsonObject): R;
  /** No rule on clients that counts is broken so far; `counting` says which should rules count. */
  toBeConformant(counting?: Counting): R;
}

export const matchers = {
  toHavePriced: (mock: ObservedMock, fields: JsonObject = {}) => accepted(mock, '/v1/ch', 'fee call', fields),
  toHaveSold: (mock: ObservedMock, fields: JsonObject = {}) => accepted(mock, '/v1/ch/sale', 'sale', fields),
  toBeConformant(mock: ObservedMock, counting?: Counting): Matched {
    const { verdict, summary, rules } = mock.verdict(counting);
    const broken = rules
      .filter(({ outcome }) => outcome === 'fail' || outcome === 'unstable')
      .map(({ id, title, counterexample }) =>
        [
          `${id}: ${title}`,
          ...(counterexample ? [`  expected ${counterexample.expected}, got ${counterexample.got}`] : []),
        ].join('\n'),
      );

    return {
      pass: verdict === 'conformant',
      message: () => [`the client is ${verdict}. ${summary}`, ...broken, ...sentTo(mock)].join('\n'),
    };
  },
};

function accepted(mock: ObservedMock, path: string, what: string, fields: JsonObject): Matched {
  const { requestIds, nearMisses = [] } = mock.verify({ request: { method: 'POST', path, body: fields } });
  const matching = mock.journal().filter(({ requestId }) => requestIds.includes(requestId));
  const pass = matching.some(isAccepted);
  const refused = matching.at(-1);
  const nearest = nearMisses.find((one) => one.path === path);
  const differences = nearest?.differences.map(
    ({ at, expected, got }) => `  ${at}: expected ${expected}, got ${got}`,
  );
  const near =
    refused !== undefined
      ? [`It was refused (${refused.requestId}): ${whyRefused(refused)}`]
      : nearest && [`The nearest one (${nearest.requestId}) differs:`, ...(differences ?? [])];

  return {
    pass,
    message: () =>
      [
        `expected ${pass ? 'no' : 'an'} accepted ${what} with ${JSON.stringify(fields)}`,
        ...(pass ? [] : (near ?? [])),
        ...sentTo(mock),
      ].join('\n'),
  };
}

function isAccepted({ status, reasonCode }: JournalEntry): boolean {
  return status >= 200 && status <= 299 && reasonCode === undefined;
}

function whyRefused({ reason, status, violations }: JournalEntry): string {
  const broken = violations.map(
    ({ pointer, expected, got }) => `${pointer}: expected ${expected}, got ${got}`,
  );

  return reason ?? (broken.join('; ') || `with status ${status}`);
}

/** Requests that a message shows. */
const MOST_SHOWN = 10;

function sentTo(mock: ObservedMock): readonly string[] {
  const entries = mock.journal();
  const lines = entries.slice(-MOST_SHOWN).map((entry) => {
    const { requestId, path, request, status } = entry;
    const body = JSON.stringify(request.body ?? request.text ?? '');

    return `  ${requestId} ${path} ${body} → ${status} ${isAccepted(entry) ? '' : whyRefused(entry)}`.trimEnd();
  });

  return entries.length === 0 ? ['The mock got no request.'] : ['The mock got:', ...lines];
}
