/** Reads --choose, --like, --strict, --grease and --lenient into options of the mock, and summarises them. */
import { CHOICE_NAMES, defaultOf, STRICT_CHOICES } from '../src/contract/choices.ts';
import type { MockOptions } from '../src/mock/index.ts';
import { UsageError } from './command.ts';
import type { MOCK_OPTIONS } from './commands/mock.ts';
import type { Values } from './options.ts';
import { parseChoices, readReportChoices } from './parse-choices.ts';

type Options = Pick<MockOptions, 'choices' | 'grease' | 'lenient'>;

type Typed = Pick<Values<typeof MOCK_OPTIONS>, 'choose' | 'like' | 'strict' | 'grease' | 'lenient'>;

export interface ChoiceOptions {
  readonly options: Options;
  /** Observations of a report that are not choices of the mock, in one sentence; undefined where there are none. */
  readonly skipped: string | undefined;
}

/** Precedence: --choose, --like, --strict, --grease. @throws UsageError */
export function readChoiceOptions(typed: Typed): ChoiceOptions {
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
export function summariseChoices({ choices = {}, grease, lenient = false }: Options): readonly string[] {
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
