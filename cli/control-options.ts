/** Reads --as-of, --journal and --control. */

import type { ControlAccess, MockOptions } from '../src/mock/index.ts';
import { readMoment } from '../src/mock/worlds/clock.ts';
import { type CommandInput, UsageError } from './command.ts';
import { enumOption, numberOption, textOption } from './parse-options.ts';

type ControlOptions = Pick<MockOptions, 'asOf' | 'journal'> & { readonly control: ControlAccess };

/** @throws UsageError */
export function readControlOptions(input: CommandInput): ControlOptions {
  return {
    asOf: readAsOf(textOption(input, 'asOf')),
    journal: numberOption(input, 'journal', { min: 0, max: 1_000_000 }),
    control: enumOption(input, 'control', ['loopback', 'anyone', 'off']) ?? 'loopback',
  };
}

function readAsOf(text: string | undefined): string | undefined {
  try {
    if (text !== undefined) readMoment(text);

    return text;
  } catch (error) {
    throw error instanceof RangeError ? new UsageError(`--as-of: ${error.message}`) : error;
  }
}

export function describeControlOptions({ asOf, control }: ControlOptions): readonly string[] {
  return [
    ...(asOf === undefined ? [] : [`clock: it began at ${asOf}`]),
    ...(control === 'anyone' ? ['control: anyone who reaches the mock can inspect and reset it'] : []),
  ];
}
