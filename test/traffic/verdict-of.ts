/** The parts of a verdict on traffic that masking does not change. */
import type { TrafficReport } from '../../conformance/index.ts';

export function verdictOf({ verdict, exitCode, exchanges, notJudged, sides }: TrafficReport) {
  return {
    ...{ verdict, exitCode, exchanges, notJudged },
    sides: sides.map(({ subject, verdict: of, summary, choices, rules }) => ({
      ...{ subject, of, summary, choices },
      rules: rules.map(({ id, outcome, exercised }) => `${id} ${outcome} ${exercised}`),
    })),
  };
}
