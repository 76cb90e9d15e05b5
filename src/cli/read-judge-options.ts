/** Reads the options that all judges share: what counts, which failures are accepted, where the reports go. */
import { readTrafficBaseline, readTrafficPricing, readWaivers } from '../../conformance/index.ts';
import type { AnyReport } from '../../conformance/report/traffic-report.ts';
import { version } from '../contract/version.ts';
import type { CommandContext, CommandInput } from './command.ts';
import { readUserFile } from './files.ts';
import { SIDES } from './judge-options.ts';
import { enumOption, isSet, textOption } from './parse-options.ts';
import { deliverReport, readReports } from './reports.ts';
import { readSarifLocation } from './sarif-location.ts';

/** @throws UsageError, AgreementError */
export function readJudgeOptions<Baseline>(
  input: CommandInput,
  readBaseline: (text: string, where: string) => Baseline,
) {
  const reports = readReports(input);
  const location = readSarifLocation(input);
  const [waivers, baseline] = [textOption(input, 'waivers'), textOption(input, 'baseline')];

  return {
    /** For the judge. */
    judging: {
      strict: isSet(input, 'strict'),
      waivers: waivers === undefined ? [] : readWaivers(readUserFile(waivers, '--waivers'), waivers),
      baseline:
        baseline === undefined ? undefined : readBaseline(readUserFile(baseline, '--baseline'), baseline),
      toolVersion: version(),
    },
    reports,
    deliver: (report: AnyReport, context: CommandContext) =>
      deliverReport(reports, report, context, location),
  };
}

/** The same for the judges of traffic. @throws UsageError, AgreementError, DeploymentError */
export function readTrafficOptions(input: CommandInput) {
  const side = enumOption(input, 'side', SIDES) ?? 'both';
  const { judging, reports, deliver } = readJudgeOptions(input, readTrafficBaseline);
  const pricing = textOption(input, 'pricing');

  return {
    judging: {
      ...judging,
      sides: side === 'both' ? (['client', 'service'] as const) : [side],
      pricing: pricing === undefined ? undefined : readTrafficPricing(pricing),
    },
    reports,
    deliver,
  };
}
