/** Reads JSON reports, for compare, replay, --like and --baseline. */

import schema from '../../report.schema.json' with { type: 'json' };
import { parseJson } from '../../src/text/json-object.ts';
import { fileCheck, formatProblem } from '../deployment/read-file.ts';
import type { AnyReport } from './report.ts';

/** A waiver file or a report is not valid: one line for each problem with place, expected and received value. */
export class WaiverError extends Error {
  override readonly name = 'AgreementError';
  readonly code = 'agreement';
}

const MAX_PROBLEMS = 5;

const check = fileCheck(schema);

/** Reads a report and checks all of it. @param command writes such reports. @throws WaiverError with the first problems */
export function readAnyReport(text: string, where: string, command = 'conform'): AnyReport {
  const report = parseReport(text, where, command);
  const problems = check(report);
  if (problems.length > 0) {
    const more =
      problems.length > MAX_PROBLEMS ? [`${where}: and ${problems.length - MAX_PROBLEMS} more`] : [];
    const lines = problems.slice(0, MAX_PROBLEMS).map((problem) => formatProblem(where, problem));
    throw new WaiverError(
      [`${expectedOf(where, command)}, got one that does not fit its schema`, ...lines, ...more].join('\n'),
    );
  }

  return report as unknown as AnyReport;
}

/** Reads a report and checks only its version. @throws WaiverError where the text is not a report of schema version 1 */
export function parseReport(text: string, where: string, command: string): Readonly<Record<string, unknown>> {
  const value = parseJson(text);
  if (value === undefined)
    throw new WaiverError(`${expectedOf(where, command)}, got something that is not JSON`);
  const schemaVersion =
    typeof value === 'object' && value !== null && 'schema' in value ? value.schema : undefined;
  if (schemaVersion === 1) return value as Readonly<Record<string, unknown>>;
  const got =
    typeof schemaVersion === 'number'
      ? `a report of schema version ${schemaVersion}, where this tollgate reads 1: run the judge again, or take the tollgate that wrote it`
      : 'JSON without "schema": 1';
  throw new WaiverError(`${expectedOf(where, command)}, got ${got}`);
}

function expectedOf(where: string, command: string): string {
  return `${where}: expected a report in JSON, as ${command} --report json=PATH writes it`;
}
