/** Prints the statement of a report. */
import { existsSync } from 'node:fs';
import { readAnyReport } from '../../conformance/report/read-report.ts';
import { statement, statementOf } from '../../conformance/report/statement.ts';
import { type Run, UsageError } from '../command.ts';
import { readUserFile } from '../files.ts';
import { toJson } from '../json.ts';
import { signatureOf } from '../sign-report.ts';
import type { STATEMENT_OPTIONS } from './statement.ts';

export const runStatement: Run<typeof STATEMENT_OPTIONS> = async ({ arguments: [path = ''], options }) => {
  const report = readAnyReport(readUserFile(path, 'report'), path);
  if (report.subject === 'traffic')
    throw new UsageError(`${path}: expected a report of a service or a client, got one of traffic`);

  const signature = existsSync(signatureOf(path)) ? signatureOf(path) : undefined;

  return {
    code: 0,
    out: options.json ? toJson(statementOf(report, signature)) : statement(report, signature),
  };
};
