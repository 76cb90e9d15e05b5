/** Reads the key of --sign before the run, and signs its report and recording after it. */
import { existsSync } from 'node:fs';
import { sha256 } from '../conformance/evidence/digests.ts';
import { checkPrivateKey, signEvidence } from '../conformance/evidence/sign.ts';
import { UsageError } from './command.ts';
import { readUserFile, writeUserFile } from './files.ts';
import type { WantedReport } from './reports.ts';

/** The file with the signature of a report. */
export function signatureOf(report: string): string {
  return `${report}.jws`;
}

/** Takes the path of the recording. */
type Signer = (recording: string | undefined) => Promise<void>;

/**
 * Without a key it names the signature of an earlier report in the same file.
 *
 * @throws UsageError where no report is written in JSON, or the key cannot be read; EvidenceError where it cannot sign
 */
export function readSigner(
  key: string | undefined,
  reports: readonly WantedReport[],
  warn: (text: string) => void,
): Signer {
  const path = reports.find(({ kind }) => kind === 'json')?.path;
  if (key === undefined)
    return async () => {
      if (path === undefined || !existsSync(signatureOf(path))) return;
      warn(
        `tollgate: ${signatureOf(path)} signs an earlier report, not this one: remove it, or run with --sign\n`,
      );
    };
  if (path === undefined) throw new UsageError('--sign: expected --report json=PATH beside it, got none');
  const pem = readUserFile(key, '--sign');
  // Before a run that may take long.
  checkPrivateKey(pem, '--sign');

  return async (recording) => {
    const signed = {
      report: readUserFile(path, '--report'),
      recording: recording === undefined ? undefined : sha256(readUserFile(recording, '--record')),
    };
    writeUserFile(signatureOf(path), await signEvidence(signed, pem, '--sign'), '--sign');
  };
}
