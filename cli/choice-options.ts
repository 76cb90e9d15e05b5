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
import { isJsonObject, type JsonObject } from '../src/text/json-object.ts';
import { maskText } from '../src/text/mask.ts';
import { visibleLine } from '../src/text/visible.ts';
import { UsageError, type Values } from './command.ts';
import type { MOCK_OPTIONS } from './commands/mock-commands.ts';
import { readUserFile } from './files.ts';

type ChoiceOptions = Pick<MockOptions, 'choices' | 'grease' | 'lenient'>;

type TypedChoices = Pick<Values<typeof MOCK_OPTIONS>, 'choose' | 'like' | 'strict' | 'grease' | 'lenient'>;

/** Precedence: --choose, --like, --strict, --grease. @throws UsageError */
export function readChoiceOptions(
  { strict, lenient, grease, like, choose }: TypedChoices,
  warn: (text: string) => void,
): ChoiceOptions {
  if (strict && lenient)
    throw new UsageError('--strict: expected no --lenient beside it, which accepts what --strict refuses');
  const chosen = parseChoices(choose);
  const observed = like === undefined ? {} : readReportChoices(like, warn);

  return {
    choices: { ...(strict ? STRICT_CHOICES : {}), ...observed, ...chosen },
    ...{ lenient, grease },
  };
}

/** Lines for the startup message. */
export function summariseChoices({
  choices = {},
  grease,
  lenient = false,
}: ChoiceOptions): readonly string[] {
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
  const parsed = typed.map((each) => {
    const [name = '', ...rest] = each.split('=');
    const { choices, strange } = readChoices({ [name]: rest.join('=') });
    const [unknown] = strange;
    if (unknown !== undefined) throw new UsageError(`--choose: ${explain(unknown)}`);

    return choices;
  });

  return Object.assign({}, ...parsed);
}

/**
 * The choices observed in a JSON report of conform or check-traffic.
 *
 * @param warn gets the observations that are not choices of the mock
 * @throws UsageError where it cannot be read
 */
export function readReportChoices(path: string, warn: (text: string) => void): Choices {
  const { choices, strange } = readObserved(observedIn(path));
  // A server may have sent the value, so anything but a word is shown as JSON.
  const skipped = strange.map((each) =>
    each.kind === 'unknown-name' ? shown(each.name) : `${each.name}=${shown(each.option)}`,
  );
  if (skipped.length > 0)
    warn(`tollgate: --like: ${path}: skipped, since the mock has no such choice: ${skipped.join(', ')}\n`);

  return choices;
}

function shown(value: unknown): string {
  return typeof value === 'string' && /^[\w.-]{1,80}$/.test(value)
    ? maskText(value)
    : visibleLine(describeValue(value, { longest: 80 }));
}

function observedIn(path: string): JsonObject {
  const where = `--like: ${path}`;
  const report = parseReport(readUserFile(path, '--like'), where, 'conform or check-traffic');
  const { subject, sides } = report;
  if (subject === 'client')
    throw new UsageError(`${where}: expected a report of a service or of traffic, got one of a client`);
  // The service is one side of a traffic report.
  const service =
    subject === 'traffic' && Array.isArray(sides)
      ? sides.filter(isJsonObject).find((side) => side['subject'] === 'service')
      : report;
  const choices = service?.['choices'];
  if (isJsonObject(choices)) return choices;
  throw new UsageError(`${where}: expected a report with "choices" of a service, got one without`);
}

function explain(strange: UnknownChoice): string {
  if (strange.kind === 'unknown-name') {
    const { name } = strange;

    return `expected the name of a choice, got ${name || 'nothing'}. ${meant(name, CHOICE_NAMES) ?? `There are ${CHOICE_NAMES.join(', ')}.`}`;
  }
  const { name, option } = strange;
  const known = optionsOf(name);
  const hint = meant(option, known);

  return `expected ${name}=OPTION with ${known.join(', ')}, got ${option || 'nothing'}.${hint === undefined ? '' : ` ${hint}`} ${CHOICES[name].question}`;
}

function meant(typed: unknown, known: readonly string[]): string | undefined {
  const name = nearest(typed, known);

  return name === undefined ? undefined : `Did you mean ${name}?`;
}
