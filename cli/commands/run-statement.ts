/** Prints the statement of a report. */
import { readAnyReport } from '../../conformance/report/read-report.ts';
import { statement } from '../../conformance/report/statement.ts';
import { type Run, UsageError } from '../command.ts';
import { readUserFile } from '../files.ts';

export const runStatement: Run<Record<never, never>> = async ({ arguments: [path = ''] }) => {
  const report = readAnyReport(readUserFile(path, 'report'), path);
  if (report.subject === 'traffic')
    throw new UsageError(`${path}: expected a report of a service or a client, got one of traffic`);

  return { code: 0, out: statement(report) };
};
