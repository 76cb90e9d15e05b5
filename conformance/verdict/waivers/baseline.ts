/** Reads a baseline: the JSON report of an earlier run, whose failures are known. */
import type { AnyRuleId } from '../../../src/contract/client-rule-ids.ts';
import { readAnyReport, WaiverError } from '../../report/read-report.ts';
import type { Report, ReportRule, ReportStep, TrafficReport } from '../../report/report.ts';
import { formatShape, type ShapeStep, shapeOf } from '../failure-shape/shape.ts';
import { readTextFile } from './waiver-file.ts';

export type Baseline = Report;

/** @throws WaiverError where the file is not a report in JSON */
export function readBaselineFile(path: string): Baseline {
  return readBaseline(readTextFile(path), path);
}

/** @throws WaiverError where the text is not a report of schema version 1, with the first problems */
export function readBaseline(text: string, where: string): Baseline {
  const report = readAnyReport(text, where, 'conform');
  if (report.subject === 'traffic')
    throw new WaiverError(`${where}: expected a report of a service or a client, got one of traffic`);

  return report;
}

/** Reads a baseline for traffic, whose sides have their own failures. @throws WaiverError */
export function readTrafficBaseline(text: string, where: string): TrafficReport {
  const report = readAnyReport(text, where, 'check-traffic');
  if (report.subject === 'traffic') return report;
  throw new WaiverError(`${where}: expected a report of traffic, got one of a ${report.subject}`);
}

/** A rule that failed in the baseline. */
export interface KnownFailure {
  /** When it was first reported, in ISO 8601. */
  readonly since: string;
  readonly shapes: readonly string[];
  /** False if it was unstable. */
  readonly isConfirmed: boolean;
}

/** Empty without a baseline. */
export function knownFailures(baseline: Baseline | undefined): ReadonlyMap<AnyRuleId, KnownFailure> {
  const { rules = [], startedAt = '' } = baseline ?? {};
  const failed = rules.filter(({ outcome }) => outcome === 'fail' || outcome === 'unstable');

  return new Map(
    failed.map((rule) => [
      rule.id,
      {
        since: rule.known?.since ?? startedAt,
        shapes: [...firstShape(rule), ...(rule.otherFailures ?? []).map(({ shape }) => shape)],
        isConfirmed: rule.outcome === 'fail',
      },
    ]),
  );
}

/** Reports of older versions have no shapes; theirs follows from the counterexample. */
function firstShape({ id, shape, counterexample }: ReportRule): readonly string[] {
  if (shape !== undefined) return [shape];
  if (counterexample === undefined) return [];
  const { expected, got, steps } = counterexample;

  return [formatShape(shapeOf(id, { expected, got, transcript: { steps: steps.map(toShapeStep) } }))];
}

function toShapeStep({ request: { method, url, body }, response }: ReportStep): ShapeStep {
  return {
    operation: /\/sale(?:$|\?)/.test(url) ? 'attachSale' : 'calculateFee',
    variant: { method },
    body,
    response:
      'none' in response
        ? { kind: 'unanswered' }
        : { kind: 'answered', status: response.status, text: response.body },
  };
}
