/** Reads --choose, --like, --strict, --grease and --lenient into options of the mock, and the choices of a report. */

import { parseReport } from '../conformance/report/read-report.ts';
import { CHOICE_NAMES, type Choices, defaultOf, optionsOf, STRICT_CHOICES } from '../src/contract/choices.ts';
import { readObserved } from '../src/contract/read-choices.ts';
import type { MockOptions } from '../src/mock/index.ts';
import { describeValue } from '../src/text/describe.ts';
import { isJsonObject, type JsonObject } from '../src/text/json-object.ts';
import { visibleLine } from '../src/text/visible.ts';
import { readName, UsageError, type Values } from './command.ts';
import type * as declared from './commands/mock-commands.ts';
import { readUserFile } from './files.ts';

type ChoiceOptions = Pick<MockOptions, 'choices' | 'grease' | 'lenient'>;

type TypedChoices = Pick<Values<typeof declared.mock>, 'choose' | 'like' | 'strict' | 'grease' | 'lenient'>;

/** Precedence: --choose, --like, --strict, --grease. @throws UsageError */
export function readChoiceOptions(
  { strict, lenient, grease, like, choose }: TypedChoices,
  warn: (text: string) => void,
): ChoiceOptions {
  if (strict && lenient)
    throw new UsageError('--strict: expected no --lenient beside it, which accepts what --strict refuses');
  const observed = like === undefined ? {} : readReportChoices(like, warn);
  const choices = { ...(strict ? STRICT_CHOICES : {}), ...observed, ...parseChoices(choose) };

  return { choices, lenient, grease };
}

/** For the startup message, which has no line for an empty text. */
export function describeChoices({ choices = {}, grease, lenient }: ChoiceOptions) {
  // A report has every choice, and most of them are the default.
  const others = CHOICE_NAMES.filter((name) => (choices[name] ?? defaultOf(name)) !== defaultOf(name));

  return {
    choices: others.map((name) => `${name}=${choices[name]}`).join(', '),
    grease: grease === undefined ? '' : String(grease),
    lenient: lenient === true ? 'Tollgate-Violations' : '',
  };
}

/** @param typed each as NAME=OPTION; the last one of a name counts. @param where it was typed. @throws UsageError */
export function parseChoices(typed: readonly string[], where = '--choose'): Choices {
  const parsed = typed.map((each) => {
    const [name = '', ...rest] = each.split('=');
    const choice = CHOICE_NAMES.find((known) => known === name);
    if (choice === undefined)
      throw new UsageError(
        `${where}: expected the name of a choice, as tollgate mock --help lists them, got ${name || 'nothing'}`,
        { typed: name, names: CHOICE_NAMES },
      );

    return { [choice]: readName(rest.join('='), `${where}: ${choice}: `, optionsOf(choice)) };
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
  const skipped = strange.map((each) => {
    const option = each.kind === 'unknown-option' ? `=${describeValue(each.option, { longest: 80 })}` : '';

    return visibleLine(`${describeValue(each.name, { longest: 80 })}${option}`);
  });
  if (skipped.length > 0)
    warn(`tollgate: --like: ${path}: skipped, since the mock has no such choice: ${skipped.join(', ')}\n`);

  return choices;
}

function observedIn(path: string): JsonObject {
  const where = `--like: ${path}`;
  const report = parseReport(readUserFile(path, '--like'), where, 'conform or check-traffic');
  const { subject, sides } = report;
  if (subject === 'client')
    throw new UsageError(`${where}: expected a report of a service or of traffic, got one of a client`);
  // The service is one side of a traffic report.
  const service = Array.isArray(sides)
    ? sides.filter(isJsonObject).find((side) => side['subject'] === 'service')
    : report;
  const choices = service?.['choices'];
  if (isJsonObject(choices)) return choices;
  throw new UsageError(`${where}: expected a report with "choices" of a service, got one without`);
}
