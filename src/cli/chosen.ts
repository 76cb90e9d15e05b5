/** What the mock is to do where the document is silent: as typed with --choose, or as a report observed it. */
import { CHOICE_NAMES, CHOICES, type Choices, optionsOf } from '../contract/choices.ts';
import { readChoices, readObserved, type Strange } from '../contract/read-choices.ts';
import { nearest } from '../engine/reading/nearest.ts';
import { UsageError } from './command.ts';
import { readNamed } from './files.ts';

/** @param typed each as NAME=OPTION; of two for one name the last counts. @throws UsageError */
export function chosen(typed: readonly string[]): Choices {
  return Object.assign({}, ...typed.map(chosenBy));
}

function chosenBy(typed: string): Choices {
  const [name = '', ...rest] = typed.split('=');
  const { choices, strange } = readChoices({ [name]: rest.join('=') });
  const [wrong] = strange;
  if (wrong !== undefined) throw new UsageError(`--choose: ${explain(wrong)}`);

  return choices;
}

export interface Likeness {
  readonly choices: Choices;
  /** What the report has and the mock cannot do, in one sentence; undefined where it can do all. */
  readonly skipped: string | undefined;
}

/** The choices that a report in JSON observed. @throws UsageError where it cannot be read */
export function like(path: string): Likeness {
  const { choices, strange } = readObserved(choicesOf(path));
  const told = strange.map(tellSkipped).join(', ');

  return {
    choices,
    skipped: strange.length === 0 ? undefined : `--like: ${path}: skipped what no mock can choose: ${told}`,
  };
}

/** Such as `sale-status=418`. The report says what somebody's server sent, so it is shown as JSON where it is no word. */
function tellSkipped(strange: Strange): string {
  if (strange.kind === 'unknown-name') return shown(strange.name);

  return `${strange.name}=${shown(strange.option)}`;
}

const LONGEST_SHOWN = 80;

function shown(value: unknown): string {
  if (typeof value === 'string' && /^[\w.-]{1,80}$/.test(value)) return value;
  const text = JSON.stringify(value).replaceAll(/[^\x20-\x7e]/gu, '?');

  return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text;
}

function choicesOf(path: string): Readonly<Record<string, unknown>> {
  const text = readNamed(path, '--like');
  const expected = `--like: ${path}: expected a report in JSON, as conform --report json=PATH writes it`;
  let report: unknown;
  try {
    report = JSON.parse(text);
  } catch {
    throw new UsageError(`${expected}, got something that is not JSON`);
  }
  if (!isObject(report) || report['schema'] !== 1)
    throw new UsageError(`${expected}, got JSON without "schema": 1`);
  const { choices } = report;
  if (!isObject(choices)) throw new UsageError(`${expected}, got one without "choices"`);

  return choices;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function explain(strange: Strange): string {
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
