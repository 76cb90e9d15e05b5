/** Responses do not reveal internals of the server, which help attackers. */
import { violation } from '../../rule/finding.ts';
import { findLeak } from '../../rule/leak-patterns.ts';
import { everyResponse } from '../../rule/patterns/responds.ts';

const EXPECTED = 'a response without internals of the server';

export const noInternalsInErrors = everyResponse({
  id: 'robustness/no-internals-in-errors',
  section: '7',
  title: 'no response contains a stack trace, a file path or SQL',
  tries: 'Every response of the run, and the responses to some bad requests.',
  fix:
    'Write your own error messages, and log exceptions, paths and SQL instead. Switch off the development error ' +
    'pages of your framework.',
  dependsOn: ['robustness/survives-malformed-input'],

  findViolation({ response, sent }) {
    if (response.kind === 'unanswered') return undefined;
    const parts = [response.text, ...Object.values(response.headers)];
    const found = parts.map((part) => findLeak(part, sent)).find((sign) => sign !== undefined);

    return found === undefined ? undefined : violation(EXPECTED, found, { isAccident: true });
  },
});
