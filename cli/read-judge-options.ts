/** Reads the options that all judges share: what counts, which failures are accepted, where the reports go. */
import {
  type Baseline,
  readBaseline,
  readTrafficBaseline,
  readTrafficPricing,
  readWaivers,
} from '../conformance/index.ts';
import type { AnyReport } from '../conformance/report/traffic-report.ts';
import { version } from '../src/contract/version.ts';
import { type CommandContext, type CommandInput, UsageError } from './command.ts';
import { readUserFile } from './files.ts';
import { SIDES } from './judge-options.ts';
import { enumOption, isSet, numberOption, textOption } from './parse-options.ts';
import { deliverReport, readReports } from './reports.ts';
import { readSarifLocation } from './sarif-location.ts';

/** @throws UsageError, AgreementError */
export function readJudgeOptions<AnyBaseline>(
  input: CommandInput,
  readAny: (text: string, where: string) => AnyBaseline,
) {
  const reports = readReports(input);
  const location = readSarifLocation(input);
  const [waivers, baseline] = [textOption(input, 'waivers'), textOption(input, 'baseline')];

  return {
    /** For the judge. */
    judging: {
      strict: isSet(input, 'strict'),
      waivers: waivers === undefined ? [] : readWaivers(readUserFile(waivers, '--waivers'), waivers),
      baseline: baseline === undefined ? undefined : readAny(readUserFile(baseline, '--baseline'), baseline),
      toolVersion: version(),
    },
    reports,
    deliver: (report: AnyReport, context: CommandContext) =>
      deliverReport(reports, report, context, location),
  };
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
export function readTrafficOptions(input: CommandInput) {
  const side = enumOption(input, 'side', SIDES) ?? 'both';
  const { judging, deliver } = readJudgeOptions(input, readTrafficBaseline);
  const pricing = textOption(input, 'pricing');

  return {
    judging: {
      ...judging,
      sides: side === 'both' ? (['client', 'service'] as const) : [side],
      pricing: pricing === undefined ? undefined : readTrafficPricing(pricing),
      tolerated: numberOption(input, 'tolerate', { min: 0, max: 1_000_000 }) ?? 0,
      isComplete: isSet(input, 'complete'),
    },
    deliver,
  };
}
