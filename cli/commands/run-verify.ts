/** Verifies a report by its recording. */

import { verifyRecording } from '../../conformance/evidence/verify.ts';
import { readAnyReport } from '../../conformance/report/read-report.ts';
import { type Run, UsageError } from '../command.ts';
import { readUserFile } from '../files.ts';

export const runVerify: Run<Record<never, never>> = async ({ arguments: [report = '', recording] }) => {
  const judged = readAnyReport(readUserFile(report, 'report'), report);
  if (recording === undefined) throw new UsageError('verify: expected a recording, got nothing');
  const { code, text } = await verifyRecording(judged, readUserFile(recording, 'recording'), recording);

  return { code, out: `${text}\n` };
};
