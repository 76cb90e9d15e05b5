/** Converts a run of the suite to a report: failures with their shapes, curl commands and replay commands. */
import { quoteWord } from '../../src/text/shell.ts';
import { capitalize } from '../../src/text/words.ts';
import type { Deployment } from '../deployment/deployment.ts';
import { maskStamps } from '../rule/mtxids.ts';
import { type Failure, type Frequency, failuresOf, type RuleResult } from '../runner/outcome.ts';
import type { RunResult } from '../runner/run.ts';
import { formatShape, shapeOf } from '../verdict/failure-shape/shape.ts';
import type { Conclusion } from '../verdict/verdict.ts';
import { buildReport, type Result, type RunDescription } from './build-report.ts';
import { toReportCounterexample } from './counterexample.ts';
import { createReportRedactor } from './redact.ts';
import type { Report } from './report.ts';

export interface ReportContext extends RunDescription {
  readonly deployment: Deployment;
  readonly invocation: Invocation;
}

/** How the suite was called, for the replay commands of the report. */
export interface Invocation {
  /** Such as `tollgate`. */
  readonly command: string;
  /** The path of the JSON report; replay commands name `REPORT.json` if there is none. */
  readonly reportPath: string | undefined;
  readonly deploymentPath: string | undefined;
  /** The given options on certificates and time limits, such as `--ca FILE`. */
  readonly reaching?: readonly string[];
}

export function toReport(run: RunResult, context: ReportContext): Report {
  const { deployment } = context;
  const { results, stamps, requests, choices, coverage, latencies, inconclusive, wasInterrupted } = run;
  const redact = createReportRedactor(deployment);

  return buildReport(
    results.map((result) => toResult(result, context)),
    {
      subject: 'service',
      target: deployment.url.href,
      ...{ requests, choices, coverage, inconclusive, wasInterrupted },
      ...(latencies && { latencies }),
      summarize: (conclusion) => summaryOf(run, conclusion, deployment),
      redact: {
        ...redact,
        maskCredentials: (value) => {
          const masked = redact.maskCredentials(value);

          return stamps === undefined ? masked : maskStamps(masked, stamps);
        },
      },
    },
    context,
  );
}

function summaryOf(
  { limitReached }: RunResult,
  { verdict, summary }: Conclusion,
  { reach }: Deployment,
): string {
  const isLimited = limitReached !== undefined && verdict === 'inconclusive';

  return [
    summary,
    ...(isLimited ? [`Some rules were not judged: ${limitReached}.`] : []),
    ...(reach?.tls.insecure === true
      ? ['The certificate of the deployment was not verified (--insecure).']
      : []),
  ].join(' ');
}

function toResult(result: RuleResult, { deployment, invocation }: ReportContext): Result {
  const { id, outcome } = result;

  return {
    ...result,
    failures: failuresOf(outcome).map((failure) => ({
      kind: failure.kind,
      shape: formatShape(shapeOf(id, failure.counterexample)),
      reason: explainFailure(failure),
      counterexample: toReportCounterexample(failure.counterexample, deployment),
      replay: replayCommand(id, deployment, invocation),
    })),
  };
}

function explainFailure(failure: Failure): string {
  const { expected, got, summary, transcript } = failure.counterexample;
  const often = failure.kind === 'fail' ? failure.often : failure;
  const frequency = often === undefined ? '' : `${describeFrequency(often)}: `;
  const connection = transcript.connection === undefined ? '' : 'over one connection, ';
  const finding = `${frequency}${connection}expected ${expected}, got ${got}`;

  return summary === undefined ? finding : `${summary}. ${capitalize(finding)}`;
}

function describeFrequency({ repeated, attempts }: Frequency): string {
  return attempts === 1
    ? 'failed, and could not be repeated to confirm it'
    : `failed ${repeated} of ${attempts} times`;
}

function replayCommand(id: string, { url }: Deployment, invocation: Invocation): string {
  const { command, reportPath = 'REPORT.json', deploymentPath, reaching = [] } = invocation;
  const file = deploymentPath === undefined ? [] : ['--deployment', deploymentPath];
  const words = ['replay', reportPath, id, url.href, ...file, ...reaching];

  return [command, ...words.map(quoteWord)].join(' ');
}
