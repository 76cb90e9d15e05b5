/** What an answer tells of the server's inside helps those who want to break in. */
import { RuleBroken } from '../../failure.ts';
import { internalsIn } from '../../internals.ts';
import { looksBack } from '../../patterns/looks-back.ts';

const EXPECTED = 'an answer that keeps the inside of the server to itself';

export const noInternalsInErrors = looksBack({
  id: 'robustness/no-internals-in-errors',
  section: '7',
  title: 'no answer shows a stack trace, a file path or SQL',
  tries: 'Every answer of the run, whatever was sent, and some bad requests more.',
  fix:
    'Refuse in words of your own, and leave exceptions, paths and SQL to the log. Switch off the error ' +
    'pages that your framework shows to developers.',
  after: ['robustness/survives-malformed-input'],

  finds({ answer, sent }) {
    if (answer.kind === 'unanswered') return undefined;
    const parts = [answer.text, ...Object.values(answer.headers)];
    const found = parts.map((part) => internalsIn(part, sent)).find((sign) => sign !== undefined);

    return found === undefined ? undefined : new RuleBroken(EXPECTED, found);
  },
});
