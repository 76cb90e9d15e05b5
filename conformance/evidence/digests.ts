/** The digests of a report, by which another program can check what it rests on. docs/trust.md says how. */
import { createHash } from 'node:crypto';
// Not by name: versions of Node.js without globSync must reach the check of the version.
import * as fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readPackageFile } from '../../src/contract/package-files.ts';
import { remember } from '../../src/text/remember.ts';
import type { Deployment } from '../deployment/deployment.ts';
import type { Digests, Report } from '../report/report.ts';
import type { Waiver } from '../verdict/read-accepted.ts';
import { maskDeployment } from './masked-deployment.ts';

/** Files that cannot be read as evidence, or that do not belong together: WHERE: expected X, got Y. */
export class EvidenceError extends Error {
  override readonly name = 'EvidenceError';
  readonly code = 'evidence';
}

export function sha256(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

export function digestsOf(deployment: Deployment, waivers: readonly Waiver[]): Digests {
  const { file, pricing } = maskDeployment(deployment).deployment;

  return {
    ...clientDigests(waivers),
    deployment: sha256(JSON.stringify(file)),
    ...(pricing && { merchants: sha256(pricing.text) }),
  };
}

export function clientDigests(waivers: readonly Waiver[]): Digests {
  return {
    suite: ownSuite(),
    contract: sha256(readPackageFile('openapi.yaml') ?? ''),
    ...(waivers.length > 0 && { waivers: sha256(JSON.stringify(waivers)) }),
  };
}

/** Judges, and adds the digest of what is recorded meanwhile. */
export async function withEvidence(
  record: { readonly path: string } | undefined,
  recorder: { readonly close: () => Promise<void> } | undefined,
  judge: () => Promise<Report>,
): Promise<Report> {
  try {
    const report = await judge();
    await recorder?.close();

    return record === undefined ? report : withRecording(report, fs.readFileSync(record.path));
  } finally {
    await recorder?.close();
  }
}

/** The report with the digest of its recording. */
export function withRecording(report: Report, recording: string | Buffer): Report {
  const { digests } = report;

  return digests === undefined
    ? report
    : { ...report, digests: { ...digests, recording: sha256(recording) } };
}

/** The file in which the build keeps the digest, for the package and the executable. */
export const SUITE_DIGEST = 'suite.sha256';

/** Computed once: reading all sources takes longer than a short run. */
const digestIn = remember((file) => readPackageFile(file) ?? suiteDigest());

/** The digest of the running suite. */
export const ownSuite = (): string => digestIn(SUITE_DIGEST);

/** Over the sources of a clone, as `sha256sum` lists them by path; tests aside. */
export function suiteDigest(): string {
  const root = fileURLToPath(new URL('../../', import.meta.url));
  if (!fs.existsSync(`${root}conformance/index.ts`)) return 'unknown';
  const paths = fs
    .globSync('conformance/**/*.{ts,json}', { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !path.endsWith('.test.ts'))
    .toSorted((one, other) => (one < other ? -1 : 1));

  return sha256(paths.map((path) => `${sha256(fs.readFileSync(root + path))}  ${path}\n`).join(''));
}
