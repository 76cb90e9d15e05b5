/** Reads reports: compares several, states what one says, and verifies one by its recording and its signature. */
import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { compareReports, newFailures, rowsThat } from '../../conformance/compare/compare-reports.ts';
import { COMPARISONS } from '../../conformance/compare/write-comparison.ts';
import { EvidenceError, sha256 } from '../../conformance/evidence/digests.ts';
import { verifyAlone, verifyRecording } from '../../conformance/evidence/verify.ts';
import { readAnyReport } from '../../conformance/report/read-report.ts';
import { COMPARISON_KINDS, type ReportKind } from '../../conformance/report/report.ts';
import { statement, statementOf } from '../../conformance/report/statement.ts';
import { type Run, UsageError } from '../command.ts';
import { readUserFile } from '../files.ts';
import { toJson } from '../output.ts';
import { deliver, readReports } from '../reports.ts';
import { signatureOf } from '../run-judge.ts';
import type * as declared from './report-commands.ts';

export const runCompare: Run<typeof declared.compare> = async (
  { arguments: paths, options: { report, json, failOn } },
  context,
) => {
  if (paths.length < 2)
    throw new UsageError(`compare: expected two or more reports in JSON, got ${paths.length}`);
  const wanted = readReports(json ? [...report, 'json'] : report, COMPARISON_KINDS);
  // File names, or whole paths where two files have the same name.
  const short = paths.map((path) => basename(path));
  const names = new Set(short).size === short.length ? short : paths;
  const comparisons = compareReports(
    paths.map((path, index) => ({
      name: names[index] ?? path,
      report: readAnyReport(readUserFile(path, 'report'), path),
    })),
  );
  if (comparisons.length === 0)
    throw new UsageError('compare: expected two reports of services, or two of clients, got one of each');
  const write = (kind: ReportKind): string =>
    COMPARISONS[kind === 'html' || kind === 'markdown' || kind === 'json' ? kind : 'text'](comparisons);
  const verdict = () => `${comparisons.map(({ title }) => title).join('; ')}\n`;
  const found =
    failOn === undefined
      ? []
      : comparisons.flatMap((each) => (failOn === 'new' ? newFailures(each) : rowsThat(true, each)));
  const { problem = '', ...delivered } = deliver(
    wanted,
    { exitCode: found.length > 0 ? 1 : 0 },
    { write, verdict },
    context,
  );
  const what = failOn === 'new' ? 'fails in the last report, and in none before it' : 'differs';
  const why = `tollgate: --fail-on ${failOn}: ${what}: ${found.map(({ name }) => name).join(', ')}\n`;

  return { ...delivered, problem: found.length > 0 ? problem + why : problem };
};

export const runStatement: Run<typeof declared.statement> = async ({ arguments: [path = ''], options }) => {
  const report = readAnyReport(readUserFile(path, 'report'), path);
  if (report.subject === 'traffic')
    throw new UsageError(`${path}: expected a report of a service or a client, got one of traffic`);
  const signature = existsSync(signatureOf(path)) ? signatureOf(path) : undefined;

  return {
    code: 0,
    out: options.json ? toJson(statementOf(report, signature)) : statement(report, signature),
  };
};

/** By exit code. */
const RESULTS = ['same', 'different', 'unrelated', 'other-version'] as const;

export const runVerify: Run<typeof declared.verify> = async ({
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
