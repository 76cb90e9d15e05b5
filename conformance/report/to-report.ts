/** Reports a run of the suite: failures with their shapes, curl commands and replay commands. */
import type { AnyRuleId } from '../../src/contract/client-rule-ids.ts';
import { quoteWord } from '../../src/text/shell.ts';
import { capitalize } from '../../src/text/words.ts';
import type { Deployment } from '../deployment/deployment.ts';
import { maskStamps } from '../rule/mtxids.ts';
import { type Failure, type Frequency, failuresOf } from '../runner/outcome.ts';
import type { RunResult } from '../runner/run.ts';
import type { RunDescription } from '../verdict/counting.ts';
import { formatShape, shapeOf } from '../verdict/failure-shape/shape.ts';
import { buildReport, type Judge } from './build-report.ts';
import { toReportCounterexample } from './counterexample.ts';
import { createReportRedactor } from './redact.ts';
import type { Report } from './report.ts';

/** How the suite was called, for the replay commands of the report. */
export interface Invocation {
  /** Such as `tollgate`. */
  readonly command: string;
  /** The path of the JSON report; replay commands name `REPORT.json` if there is none. */
  readonly reportPath?: string | undefined;
  readonly deploymentPath?: string | undefined;
  /** The given options on certificates and time limits, such as `--ca FILE`. */
  readonly reaching?: readonly string[];
}

interface ReportContext extends Pick<Judge, 'digests' | 'build' | 'rebuilt'> {
  readonly deployment: Deployment;
  readonly invocation: Invocation;
}

export function toReport(result: RunResult, context: ReportContext, run: RunDescription): Report {
  const { deployment, invocation, digests, build, rebuilt } = context;
  const { results, stamps, limitReached, latencies } = result;
  const { requests, choices, coverage, inconclusive, wasInterrupted } = result;
  const redact = createReportRedactor(deployment);

  return buildReport(
    results.map((each) => ({
      ...{ revision: 1, ...each },
      failures: failuresOf(each.outcome).map((failure) => ({
        kind: failure.kind,
        shape: formatShape(shapeOf(each.id, failure.counterexample)),
        reason: explainFailure(failure),
        counterexample: toReportCounterexample(failure.counterexample, deployment),
        replay: replayCommand(each.id, deployment, invocation),
      })),
    })),
    {
      subject: 'service',
      target: deployment.url.href,
      ...{ requests, choices, coverage, latencies, inconclusive, wasInterrupted, limitReached },
      ...{ digests, build, rebuilt },
      summarize: ({ summary }) =>
        [
          summary,
          ...(deployment.reach?.tls.insecure === true
            ? ['The certificate of the deployment was not verified (--insecure).']
            : []),
        ].join(' '),
      redact: {
        ...redact,
        maskCredentials: (value) => {
          const masked = redact.maskCredentials(value);

          return stamps === undefined ? masked : maskStamps(masked, stamps);
        },
      },
    },
    run,
  );
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

function replayCommand(id: AnyRuleId, { url }: Deployment, invocation: Invocation): string {
  const { command, reportPath = 'REPORT.json', deploymentPath, reaching = [] } = invocation;
  const file = deploymentPath === undefined ? [] : ['--deployment', deploymentPath];
  const words = ['replay', reportPath, id, url.href, ...file, ...reaching];

  return [command, ...words.map(quoteWord)].join(' ');
}
