/** Verifies a report by its recording, and by the signature of who recorded it. */
import { sha256 } from '../../conformance/evidence/digests.ts';
import { EvidenceError } from '../../conformance/evidence/evidence-error.ts';
import { verifyAlone, verifyRecording } from '../../conformance/evidence/verify.ts';
import { readAnyReport } from '../../conformance/report/read-report.ts';
import type { Run } from '../command.ts';
import { readUserFile } from '../files.ts';
import { toJson } from '../json.ts';
import { signatureOf } from '../sign-report.ts';
import type { VERIFY_OPTIONS } from './verify.ts';

/** By exit code. */
const RESULTS = ['same', 'different', 'unrelated', 'other-version'] as const;

export const runVerify: Run<typeof VERIFY_OPTIONS> = async ({
  arguments: [path = '', har],
  options: { publicKey, json },
}) => {
  const text = readUserFile(path, 'report');
  const recording = har === undefined ? undefined : readUserFile(har, 'recording');
  const report = readAnyReport(text, path);
  if (publicKey !== undefined) {
    const digest = report.subject === 'traffic' ? undefined : report.digests?.recording;
    const signed = { report: text, recording: recording === undefined ? digest : sha256(recording) };
    await checkSignature(signed, signatureOf(path), publicKey);
  }
  const { code, text: found } =
    recording === undefined ? verifyAlone(report) : await verifyRecording(report, recording, har ?? '');

  const signature = publicKey === undefined ? 'not checked' : 'valid';
  const result = recording === undefined && code === 0 ? 'not judged' : RESULTS[code];

  return {
    code,
    out: json ? toJson({ result, signature, message: found }) : `${found}\nsignature: ${signature}\n`,
  };
};

/** @throws EvidenceError where the files are not signed with the key */
async function checkSignature(
  signed: { readonly report: string; readonly recording: string | undefined },
  path: string,
  key: string,
): Promise<void> {
  const { isSignedBy } = await import('../../conformance/evidence/sign.ts');
  const signature = readUserFile(path, 'signature');
  if (!(await isSignedBy(signature, signed, readUserFile(key, '--public-key'), key)))
    throw new EvidenceError(`${path}: expected the signature of these files by ${key}, got another one`);
}
