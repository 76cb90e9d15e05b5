/** Edits a report and its recording, computes their digests anew, and verifies them. */
import { withRecording } from '../../conformance/evidence/digests.ts';
import { verifyRecording } from '../../conformance/evidence/verify.ts';
import type { Report } from '../../conformance/report/report.ts';

// biome-ignore lint/suspicious/noExplicitAny: an edit may write anything anywhere.
export type Any = any;

export function verifyEdited(
  files: { readonly report: Report; readonly recording: string },
  edit: (report: Any, log: Any) => void,
  where = 'run.har',
) {
  const report = structuredClone(files.report);
  const har = JSON.parse(files.recording);
  edit(report, har.log);
  const recording = JSON.stringify(har);

  return verifyRecording(withRecording(report, recording), recording, where);
}
