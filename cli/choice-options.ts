/** Reads --choose, --like, --strict, --grease and --lenient into options of the mock, and the choices of a report. */

import { parseReport } from '../conformance/report/read-report.ts';
import {
  CHOICE_NAMES,
  CHOICES,
  type Choices,
  defaultOf,
  optionsOf,
  STRICT_CHOICES,
} from '../src/contract/choices.ts';
import { readChoices, readObserved, type UnknownChoice } from '../src/contract/read-choices.ts';
import type { MockOptions } from '../src/mock/index.ts';
import { nearest } from '../src/reading/nearest.ts';
import { describeValue } from '../src/text/describe.ts';
import { maskText } from '../src/text/mask.ts';
import { visibleLine } from '../src/text/visible.ts';
import { UsageError } from './command.ts';
import type { MOCK_OPTIONS } from './commands/mock.ts';
import { readUserFile } from './files.ts';
import type { Values } from './options.ts';

type MockBehaviorOptions = Pick<MockOptions, 'choices' | 'grease' | 'lenient'>;

type TypedChoices = Pick<Values<typeof MOCK_OPTIONS>, 'choose' | 'like' | 'strict' | 'grease' | 'lenient'>;

export interface ChoiceOptions {
  readonly options: MockBehaviorOptions;
  /** Observations of a report that are not choices of the mock, in one sentence; undefined where there are none. */
  readonly skipped: string | undefined;
}

/** Precedence: --choose, --like, --strict, --grease. @throws UsageError */
export function readChoiceOptions(typed: TypedChoices): ChoiceOptions {
  const { strict: isStrict, lenient, grease, like: path } = typed;
  if (isStrict && lenient)
    throw new UsageError('--strict: expected no --lenient beside it, which accepts what --strict refuses');
  const chosen = parseChoices(typed.choose);
  const report = path === undefined ? { choices: {}, skipped: undefined } : readReportChoices(path);

  return {
    skipped: report.skipped,
    options: {
      choices: { ...(isStrict ? STRICT_CHOICES : {}), ...report.choices, ...chosen },
      lenient,
      ...(grease === undefined ? {} : { grease }),
    },
  };
}

/** Lines for the startup message. */
export function summariseChoices({
  choices = {},
  grease,
  lenient = false,
}: MockBehaviorOptions): readonly string[] {
  // A report has every choice, and most of them are the default.
  const others = CHOICE_NAMES.flatMap((name) => {
    const option = choices[name];

    return option === undefined || option === defaultOf(name) ? [] : [`${name}=${option}`];
  });

  return [
    ...(others.length === 0 ? [] : [`choices: ${others.join(', ')}`]),
    ...(grease === undefined ? [] : [`grease: every response is randomised; --grease ${grease} repeats it`]),
    ...(lenient ? ['lenient: accepted violations are listed in the header Tollgate-Violations'] : []),
  ];
}

/** @param typed each as NAME=OPTION; the last one of a name counts. @throws UsageError */
export function parseChoices(typed: readonly string[]): Choices {
  return Object.assign({}, ...typed.map(parseChoice));
}

function parseChoice(typed: string): Choices {
  const [name = '', ...rest] = typed.split('=');
  const { choices, strange } = readChoices({ [name]: rest.join('=') });
  const [unknown] = strange;
  if (unknown !== undefined) throw new UsageError(`--choose: ${explain(unknown)}`);

  return choices;
}

interface ReportChoices {
  readonly choices: Choices;
  /** Observations that are not choices of the mock, in one sentence; undefined where there are none. */
  readonly skipped: string | undefined;
}

/** The choices observed in a JSON report. @throws UsageError where it cannot be read */
export function readReportChoices(path: string): ReportChoices {
  const { choices, strange } = readObserved(choicesOf(path));
  const skipped = strange.map(describeSkipped).join(', ');

  return {
    choices,
    skipped:
      strange.length === 0
        ? undefined
        : `--like: ${path}: skipped, since the mock has no such choice: ${skipped}`,
  };
}

/** Such as `sale-status=418`. A server may have sent the value, so anything but a word is shown as JSON. */
function describeSkipped(strange: UnknownChoice): string {
  if (strange.kind === 'unknown-name') return shown(strange.name);

  return `${strange.name}=${shown(strange.option)}`;
}

function shown(value: unknown): string {
  return typeof value === 'string' && /^[\w.-]{1,80}$/.test(value)
    ? maskText(value)
    : visibleLine(describeValue(value, { longest: 80 }));
}

function choicesOf(path: string): Readonly<Record<string, unknown>> {
  const where = `--like: ${path}`;
  const report = parseReport(readUserFile(path, '--like'), where, 'conform or check-traffic');
  if (report['subject'] === 'client')
    throw new UsageError(`${where}: expected a report of a service or of traffic, got one of a client`);
  const choices = choicesIn(report);
  if (isObject(choices)) return choices;
  throw new UsageError(`${where}: expected a report with "choices" of a service, got one without`);
}

/** The choices of the service, which is one side of a traffic report. */
function choicesIn(report: Readonly<Record<string, unknown>>): unknown {
  const { subject, sides } = report;
  if (subject !== 'traffic' || !Array.isArray(sides)) return report['choices'];

  return sides.filter(isObject).find((side) => side['subject'] === 'service')?.['choices'];
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function explain(strange: UnknownChoice): string {
  switch (strange.kind) {
    case 'unknown-name': {
      const { name } = strange;
      const meant = nearest(name, CHOICE_NAMES);

      return `expected the name of a choice, got ${name || 'nothing'}. ${meant === undefined ? `There are ${CHOICE_NAMES.join(', ')}.` : `Did you mean ${meant}?`}`;
    }
    case 'unknown-option': {
      const { name, option } = strange;
      const known = optionsOf(name);
      const meant = nearest(option, known);

      return `expected ${name}=OPTION with ${known.join(', ')}, got ${describe(option)}.${meant === undefined ? '' : ` Did you mean ${meant}?`} ${CHOICES[name].question}`;
    }
  }
}

function describe(option: unknown): string {
  if (typeof option !== 'string') return JSON.stringify(option);

  return option === '' ? 'nothing' : option;
}
