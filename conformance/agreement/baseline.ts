/** A baseline: the JSON report of an earlier run, whose failures are known. */

import schema from '../../report.schema.json' with { type: 'json' };
import { compileDataSchema } from '../../src/contract/validators.ts';
import { describeValue } from '../../src/text/describe.ts';
import type { Report } from '../report/report.ts';
import { AgreementError } from './agreement-error.ts';

export type Baseline = Report;

/** Of many problems so many are told: the others follow from them, or are of one kind. */
const MOST_TOLD = 5;

/**
 * The report of an earlier run, of schema version 1.
 *
 * @throws AgreementError where the text is something else, with what is wrong and where
 */
export function readBaseline(text: string, where: string): Baseline {
  const expected = `${where}: expected a report in JSON, as conform --report json=PATH writes it`;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new AgreementError(`${expected}, got something that is not JSON`);
  }
  if (typeof value !== 'object' || value === null || !('schema' in value) || value.schema !== 1)
    throw new AgreementError(`${expected}, got JSON without "schema": 1`);
  const problems = compileDataSchema(schema, describeValue)(value);
  if (problems.length > 0) {
    const lines = problems.slice(0, MOST_TOLD).map((problem) => `${where}: ${problem}`);
    const more = problems.length > MOST_TOLD ? [`${where}: and ${problems.length - MOST_TOLD} more`] : [];
    throw new AgreementError(
      [`${expected}, got one that does not fit its schema`, ...lines, ...more].join('\n'),
    );
  }

  return value as Baseline;
}
