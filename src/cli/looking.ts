/** What was typed about looking inside a mock and about its clock. */

import type { ControlAccess, MockOptions } from '../mock/index.ts';
import { readMoment } from '../mock/worlds/clock.ts';
import { type Given, UsageError } from './command.ts';
import { numberOf, oneOf, textOf } from './given.ts';

type Looking = Pick<MockOptions, 'asOf' | 'journal'> & { readonly control: ControlAccess };

/** @throws UsageError */
export function readLooking(given: Given): Looking {
  return {
    asOf: readAsOf(textOf(given, 'asOf')),
    journal: numberOf(given, 'journal', { min: 0, max: 1_000_000 }),
    control: oneOf(given, 'control', ['loopback', 'anyone', 'off']) ?? 'loopback',
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

export function tellLooking({ asOf, control }: Looking): readonly string[] {
  return [
    ...(asOf === undefined ? [] : [`clock: it began at ${asOf}`]),
    ...(control === 'anyone' ? ['control: anyone who reaches the mock may look inside and reset it'] : []),
  ];
}
