/** Reads the options that all judges share: what counts, which failures are accepted, where the reports go. */
import type { RecordOptions } from '../conformance/evidence/record-run.ts';
import type { AnyReport } from '../conformance/report/report.ts';
import { readTrafficPricing } from '../conformance/traffic/prices.ts';
import {
  type Baseline,
  readBaseline,
  readTrafficBaseline,
  readWaivers,
} from '../conformance/verdict/read-accepted.ts';
import { version } from '../src/contract/version.ts';
import { HarWriteError } from '../src/exchange/har/har-writer.ts';
import { type CommandContext, UsageError } from './command.ts';
import { readUserFile } from './files.ts';
import type { JUDGE_OPTIONS, TRAFFIC_OPTIONS } from './judge-options.ts';
import type { Values } from './options.ts';
import { deliverReport, readReports } from './reports.ts';
import { readSarifLocation } from './sarif-location.ts';

/** @throws UsageError, AgreementError */
export function readJudgeOptions<AnyBaseline>(
  options: Values<typeof JUDGE_OPTIONS> & { readonly deployment?: string | undefined },
  readAny: (text: string, where: string) => AnyBaseline,
) {
  const { strict, waivers, baseline } = options;
  const reports = readReports(options.report);
  const location = readSarifLocation(options);

  return {
    /** For the judge. */
    judging: {
      strict,
      waivers: waivers === undefined ? [] : readWaivers(readUserFile(waivers, '--waivers'), waivers),
      baseline: baseline === undefined ? undefined : readAny(readUserFile(baseline, '--baseline'), baseline),
      toolVersion: version(),
    },
    reports,
    deliver: (report: AnyReport, context: CommandContext) =>
      deliverReport(reports, report, context, location),
  };
}

/** Where a run is recorded. */
export function recordTo(path: string, { warn }: CommandContext): RecordOptions {
  return { path, onError: ({ message }) => warn(`tollgate: --record: ${message}\n`) };
}

/** The error of a recording that cannot be begun, as wrong usage; any other error itself. */
export function recordingError(error: unknown): unknown {
  return error instanceof HarWriteError ? new UsageError(`--record: ${error.message}`) : error;
}

/** Reads a baseline of the judged side. @throws AgreementError; UsageError where it is of the other one */
export function baselineOf(subject: NonNullable<Baseline['subject']>) {
  return (text: string, where: string): Baseline => {
    const baseline = readBaseline(text, where);
    if (baseline.subject === subject) return baseline;
    throw new UsageError(
      `--baseline: ${where}: expected a report of a ${subject}, got one of a ${baseline.subject}`,
    );
  };
}

/** The same for the judges of traffic. @throws UsageError, AgreementError, DeploymentError */
export function readTrafficOptions(
  options: Values<typeof TRAFFIC_OPTIONS> & { readonly complete?: boolean },
) {
  const { side = 'both', pricing, tolerate, complete = false } = options;
  const { judging, deliver } = readJudgeOptions(options, readTrafficBaseline);

  return {
    judging: {
      ...judging,
      sides: side === 'both' ? (['client', 'service'] as const) : [side],
      pricing: pricing === undefined ? undefined : readTrafficPricing(pricing),
      tolerated: tolerate,
      isComplete: complete,
    },
    deliver,
  };
}
