/** The path of every judge: reads its options, records, delivers reports and signature, and judges again with --watch. */
import { existsSync } from 'node:fs';
import { sha256 } from '../conformance/evidence/digests.ts';
import { checkPrivateKey, signEvidence } from '../conformance/evidence/sign.ts';
import type { AnyReport, Report } from '../conformance/report/report.ts';
import { mustSelection } from '../conformance/rule/selection.ts';
import { parseTrafficPricing } from '../conformance/traffic/prices.ts';
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

/** What counts. @throws UsageError, AgreementError */
function readJudging<AnyBaseline>(
  { strict, waivers, baseline }: Values<typeof JUDGE_OPTIONS>,
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
type PlanValues = Values<typeof JUDGE_OPTIONS> &
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

/** @throws UsageError, AgreementError, ProfileError; EvidenceError where the key cannot sign */
export async function runJudge(
  { subject, options, judge, files, folder }: PlannedJudge,
  context: CommandContext,
): Promise<CommandOutput> {
  const { record, sign, must, waivers, baseline, sarifLocation, deployment } = options;
  profileOf(options, subject);
  // Before a run that may take long.
  mustSelection(must, `${subject}s`);
  const reports = readReports(options.report);
  const signed = reports.find(({ kind }) => kind === 'json')?.path;
  if (sign !== undefined && signed === undefined)
    throw new UsageError('--sign: expected --report json=PATH beside it, got none');
  const key = sign === undefined ? undefined : readUserFile(sign, '--sign');
  // Before a run that may take long.
  if (key !== undefined) checkPrivateKey(key, '--sign');
  const once = async () => {
    const judging = readPlan(options, subject, context);
    const { report, reads = [] } = await judge(judging, reports, context).catch((error) => {
      throw error instanceof HarWriteError ? new UsageError(`--record: ${error.message}`) : error;
    });
    context.progress('');
    const deliver = async () => {
      const delivered = await deliverReport(reports, report, context, sarifLocation ?? deployment);
      const written = [
        judging.record?.hasFailed() ? undefined : record,
        signed === undefined ? undefined : await signReport(signed, record, key, context),
      ];
      const lines = written.flatMap((path) => (path === undefined ? [] : [`wrote ${path}\n`]));

      return { ...delivered, problem: (delivered.problem ?? '') + lines.join('') };
    };

    return { report, reads, deliver };
  };
  if (!options.watch) return (await once()).deliver();
  const alone = record === undefined ? sign && '--sign' : '--record';
  if (alone) throw new UsageError(`--watch: expected no ${alone} beside it, which is for one run, got both`);
  const watched = [...files, waivers, baseline].flatMap((path) => path ?? []);
  if (folder === undefined && watched.length === 0)
    throw new UsageError(
      '--watch: expected --deployment FILE beside it, whose changes start a run, got none',
    );
  const written = reports.flatMap(({ path }) => path ?? []);

  return watchRuns({ files: watched, written, folder }, once, context);
}

/** The options of the judge itself. */
function readPlan(options: PlanValues, subject: PlannedJudge['subject'], { warn }: CommandContext) {
  const { effort, seed, profile, must, record: path } = options;
  const readOwn = (text: string, where: string) => {
    const read = readBaseline(text, where);
    if (read.subject === subject) return read;
    throw new UsageError(
      `--baseline: ${where}: expected a report of a ${subject}, got one of a ${read.subject}`,
    );
  };
  let hasFailed = false;
  const onError = ({ message }: Error) => {
    hasFailed = true;
    warn(`tollgate: --record: ${message}\n`);
  };
  const record = path === undefined ? undefined : { path, onError, hasFailed: () => hasFailed };

  return { ...readJudging(options, readOwn), effort, seed, profile, must, record };
}

/** The file with the signature of a report. */
export function signatureOf(report: string): string {
  return `${report}.jws`;
}

/** Without a key it names the signature of an earlier report in the same file. @returns the path that was written */
async function signReport(
  path: string,
  recording: string | undefined,
  key: string | undefined,
  { warn }: CommandContext,
): Promise<string | undefined> {
  const target = signatureOf(path);
  if (key === undefined) {
    if (existsSync(target))
      warn(`tollgate: ${target} signs an earlier report, not this one: remove it, or run with --sign\n`);

    return undefined;
  }
  const signed = {
    report: readUserFile(path, '--report'),
    recording: recording === undefined ? undefined : sha256(readUserFile(recording, '--record')),
  };
  writeUserFile(target, await signEvidence(signed, key, '--sign'), '--sign');

  return target;
}

/** Of the judges of traffic. @throws UsageError, AgreementError, DeploymentError */
export function readTraffic(options: Values<typeof TRAFFIC_OPTIONS> & { readonly complete?: boolean }) {
  const { side = 'both', pricing, tolerate, complete = false, report, sarifLocation } = options;
  const reports = readReports(report);

  return {
    judging: {
      ...readJudging(options, readTrafficBaseline),
      sides: side === 'both' ? (['client', 'service'] as const) : [side],
      pricing:
        pricing === undefined
          ? undefined
          : parseTrafficPricing({ path: pricing, text: readUserFile(pricing, '--pricing') }),
      tolerated: tolerate,
      isComplete: complete,
    },
    deliver: (judged: AnyReport, context: CommandContext) =>
      deliverReport(reports, judged, context, sarifLocation),
  };
}
