/** Writes the output of a selftest, with its exit code. */
import { count } from '../../src/text/words.ts';
import type { Result } from '../command.ts';
import { choicePage, mixturePage } from './choice-page.ts';
import { defectPage } from './defect-page.ts';
import { type Deviation, deviationsOf } from './deviations.ts';
import type { Judged } from './judge.ts';
import { choicesOf } from './mock-options.ts';

interface PageOptions {
  /** How this command was called, for the commands that it prints. */
  readonly command: string;
  readonly version: string;
  readonly seed: number;
  /** Mocks that an interrupted run did not judge. */
  readonly left?: number;
}

/** Exit code 1 if any result deviates from the expected one. */
export function page(judged: readonly Judged[], options: PageOptions): Result {
  const deviations = judged.flatMap(deviationsOf);
  const { version, seed, left = 0 } = options;
  const requests = judged.reduce((sum, one) => sum + one.requests, 0);
  const parts = [
    [`tollgate ${version}: the suite against ${judged.length} mocks, ${requests} requests, seed ${seed}`],
    defectPage(judged),
    choicePage(judged),
    mixturePage(judged),
    ...(left === 0
      ? []
      : [[`It was interrupted: ${left} more ${left === 1 ? 'mock was' : 'mocks were'} not judged.`]]),
    deviations.length === 0
      ? [
          left === 0
            ? 'All results are as expected.'
            : `All results of the ${judged.length} judged mocks are as expected.`,
        ]
      : [
          count(deviations.length, 'deviation').toUpperCase(),
          ...deviations.map((deviation) => lineOf(deviation, options)),
        ],
  ];
  const out = parts.flatMap((part) => (part.length === 0 ? [] : [part.join('\n').trimEnd()]));

  return { code: deviations.length === 0 ? 0 : 1, out: `${out.join('\n\n')}\n` };
}

function lineOf({ subject, what }: Deviation, { command, seed }: PageOptions): string {
  const again = `${command} selftest --seed ${seed} --only ${subject.name}`;
  const chosen = subject.kind === 'mixture' ? ` (${choicesIn(subject)})` : '';

  return `  ${subject.name}: ${what}: repeat it with ${again}${chosen}`;
}

function choicesIn(subject: Deviation['subject']): string {
  return Object.entries(choicesOf(subject))
    .map(([name, option]) => `${name}=${option}`)
    .join(' ');
}
