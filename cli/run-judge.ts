/** The path of every judge: reads its options, records, delivers reports and signature, and judges again with --watch. */
import { existsSync } from 'node:fs';
import { sha256 } from '../conformance/evidence/digests.ts';
import { checkPrivateKey, signEvidence } from '../conformance/evidence/sign.ts';
import type { AnyReport, Report } from '../conformance/report/report.ts';
import { readTrafficPricing } from '../conformance/traffic/prices.ts';
import { profileOf } from '../conformance/verdict/profile.ts';
import {
  type Baseline,
  readBaseline,
  readTrafficBaseline,
  readWaivers,
} from '../conformance/verdict/read-accepted.ts';
import { version } from '../src/contract/version.ts';
import { HarWriteError } from '../src/exchange/har/har-writer.ts';
import { type CommandContext, type CommandOutput, UsageError, type Values } from './command.ts';
import type { EFFORTS, JUDGE_OPTIONS, PLAN_OPTIONS, TRAFFIC_OPTIONS } from './commands/options.ts';
import { readUserFile, writeUserFile } from './files.ts';
import { deliverReport, readReports, type WantedReport } from './reports.ts';
import { watchRuns } from './watch-runs.ts';

type JudgeValues = Values<typeof JUDGE_OPTIONS>;

/** What counts. @throws UsageError, AgreementError */
function readJudging<AnyBaseline>(
  { strict, waivers, baseline }: JudgeValues,
  readAny: (text: string, where: string) => AnyBaseline,
) {
  return {
    strict,
    waivers: waivers === undefined ? [] : readWaivers(readUserFile(waivers, '--waivers'), waivers),
    baseline: baseline === undefined ? undefined : readAny(readUserFile(baseline, '--baseline'), baseline),
    toolVersion: version(),
  };
}

/** Of the judges that plan what is judged. */
type PlanValues = JudgeValues &
  Values<typeof PLAN_OPTIONS> & {
    readonly effort: (typeof EFFORTS)[number] | undefined;
    readonly seed: number | undefined;
    readonly deployment?: string | undefined;
  };

interface PlannedJudge {
  readonly subject: NonNullable<Baseline['subject']>;
  readonly options: PlanValues;
  /** Further files whose changes start a run with --watch. */
  readonly files: readonly (string | undefined)[];
  /** The files below it count, too. */
  readonly folder?: string;
  readonly judge: (
    judging: ReturnType<typeof readPlan>,
    reports: readonly WantedReport[],
    context: CommandContext,
  ) => Promise<{ readonly report: Report; readonly reads?: readonly string[] }>;
}

/** @throws UsageError, AgreementError, ProfileError */
export async function runJudge(
  { subject, options, judge, files, folder }: PlannedJudge,
  context: CommandContext,
): Promise<CommandOutput> {
  const { record, sign, waivers, baseline, sarifLocation, deployment } = options;
  profileOf(options, subject);
  const reports = readReports(options.report);
  const signer = readSigner(sign, reports, context);
  const once = async (each: CommandContext) => {
    const judging = readPlan(options, subject, each);
    const { report, reads = [] } = await judge(judging, reports, each).catch((error) => {
      throw error instanceof HarWriteError ? new UsageError(`--record: ${error.message}`) : error;
    });
    each.progress('');

    return {
      ...{ report, reads },
      async deliver() {
        const delivered = await deliverReport(reports, report, each, sarifLocation ?? deployment);
        const signed = await signer(record);
        const written = [judging.record?.hasFailed() ? undefined : record, signed];

        return { ...delivered, problem: (delivered.problem ?? '') + written.map(nameWritten).join('') };
      },
    };
  };
  if (!options.watch) return (await once(context)).deliver();
  const alone = record === undefined ? sign && '--sign' : '--record';
  if (alone) throw new UsageError(`--watch: expected no ${alone} beside it, which is for one run, got both`);
  const watched = {
    files: [...files, waivers, baseline].flatMap((path) => path ?? []),
    written: reports.flatMap(({ path }) => path ?? []),
    folder,
  };
  if (folder === undefined && watched.files.length === 0)
    throw new UsageError(
      '--watch: expected --deployment FILE beside it, whose changes start a run, got none',
    );

  return watchRuns(watched, once, context);
}

/** The options of the judge itself. */
function readPlan(options: PlanValues, subject: PlannedJudge['subject'], { warn }: CommandContext) {
  const { effort, seed, profile, must, record } = options;

  return {
    ...readJudging(options, (text, where) => baselineOf(subject, readBaseline(text, where), where)),
    ...{ effort, seed, profile, must },
    record: record === undefined ? undefined : recordTo(record, warn),
  };
}

function baselineOf(subject: PlannedJudge['subject'], baseline: Baseline, where: string): Baseline {
  if (baseline.subject === subject) return baseline;
  throw new UsageError(
    `--baseline: ${where}: expected a report of a ${subject}, got one of a ${baseline.subject}`,
  );
}

function recordTo(path: string, warn: (text: string) => void) {
  let hasFailed = false;

  return {
    path,
    hasFailed: () => hasFailed,
    onError({ message }: Error) {
      hasFailed = true;
      warn(`tollgate: --record: ${message}\n`);
    },
  };
}

function nameWritten(path: string | undefined): string {
  return path === undefined ? '' : `wrote ${path}\n`;
}

/** The file with the signature of a report. */
export function signatureOf(report: string): string {
  return `${report}.jws`;
}

/** Takes the path of the recording, and returns that of the signature. */
type Signer = (recording: string | undefined) => Promise<string | undefined>;

/**
 * Without a key it names the signature of an earlier report in the same file.
 *
 * @throws UsageError where no report is written in JSON, or the key cannot be read; EvidenceError where it cannot sign
 */
function readSigner(
  key: string | undefined,
  reports: readonly WantedReport[],
  { warn }: CommandContext,
): Signer {
  const path = reports.find(({ kind }) => kind === 'json')?.path;
  if (key === undefined)
    return async () => {
      if (path !== undefined && existsSync(signatureOf(path)))
        warn(
          `tollgate: ${signatureOf(path)} signs an earlier report, not this one: remove it, or run with --sign\n`,
        );

      return undefined;
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

    return signatureOf(path);
  };
}

/** Of the judges of traffic. @throws UsageError, AgreementError, DeploymentError */
export function readTraffic(options: Values<typeof TRAFFIC_OPTIONS> & { readonly complete?: boolean }) {
  const { side = 'both', pricing, tolerate, complete = false, report, sarifLocation } = options;
  const reports = readReports(report);

  return {
    judging: {
      ...readJudging(options, readTrafficBaseline),
      sides: side === 'both' ? (['client', 'service'] as const) : [side],
      pricing: pricing === undefined ? undefined : readTrafficPricing(pricing),
      tolerated: tolerate,
      isComplete: complete,
    },
    deliver: (judged: AnyReport, context: CommandContext) =>
      deliverReport(reports, judged, context, sarifLocation),
  };
}
