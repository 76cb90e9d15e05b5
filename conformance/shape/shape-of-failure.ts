/** The shapes of failures as runs and reports carry them. */
import type { RuleId } from '../../src/contract/rule-ids.ts';
import type { Step, Transcript } from '../conversation.ts';
import type { ReportCounterexample, ReportStep } from '../report/counterexample.ts';
import { type Shape, type ShapeStep, shapeOf, type Tried, triedIn, writeShape } from './shape.ts';

interface Seen {
  readonly expected: string;
  readonly got: string;
  readonly transcript: Transcript;
}

export function shapeOfFailure(rule: RuleId, { expected, got, transcript }: Seen): Shape {
  return shapeOf(rule, { expected, got, steps: transcript.steps.map(fromRun) });
}

/** What the requests of an execution tried. */
export function triedInTranscript(rule: RuleId, { steps }: Transcript): readonly Tried[] {
  return triedIn(rule, steps.map(fromRun));
}

/** That of a report which an older version wrote, without any. */
export function shapeInReport(rule: RuleId, { expected, got, steps }: ReportCounterexample): string {
  return writeShape(shapeOf(rule, { expected, got, steps: steps.map(fromReport) }));
}

function fromRun({ operation, manner, body, answer }: Step): ShapeStep {
  return {
    operation: operation === 'calculateFee' ? 'fee' : 'sale',
    method: manner.method,
    body,
    answer:
      answer.kind === 'answered' ? { status: answer.status, text: answer.text } : { none: answer.cause },
  };
}

function fromReport({ request: { method, url, body }, response }: ReportStep): ShapeStep {
  return {
    operation: /\/sale(?:$|\?)/.test(url) ? 'sale' : 'fee',
    method,
    body,
    answer: 'none' in response ? { none: response.none } : { status: response.status, text: response.body },
  };
}
