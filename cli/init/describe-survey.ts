/** Describes the results of a survey, for the deployment file and the summary. */
import type { Probed, ProbeOutcome } from '../../conformance/runner/survey/survey-result.ts';

/** Such as `accepted`, or `refused (422)`. */
export function describeOutcome(seen: ProbeOutcome): string {
  switch (seen.kind) {
    case 'taken':
      return 'accepted';
    case 'refused':
      return `refused (${seen.status})`;
    case 'unclear':
      return 'unknown';
  }
}

export function acceptedValues<T>(tried: readonly Probed<T>[]): readonly T[] {
  return tried.filter(({ seen }) => seen.kind === 'taken').map(({ value }) => value);
}

/** The others by outcome: `5555 refused (422); 6011, 3782 unknown`. Undefined where there is none. */
export function describeRefused<T>(
  tried: readonly Probed<T>[],
  show: (value: T) => string,
): string | undefined {
  const others = tried.filter(({ seen }) => seen.kind !== 'taken');
  const groups = Map.groupBy(others, ({ seen }) => describeOutcome(seen));
  const outcomes = [...groups].map(
    ([outcome, group]) => `${group.map(({ value }) => show(value)).join(', ')} ${outcome}`,
  );

  return outcomes.length === 0 ? undefined : outcomes.join('; ');
}

/** The first six digits. */
export function maskCard(card: string): string {
  return `${card.slice(0, 6)}…`;
}

/** An environment variable, as a deployment file names it. */
export function variable(name: string): string {
  return `\${${name}}`;
}
