/** Describes the results of a survey, for the deployment file and the summary. */
import type { Probed, ProbeOutcome } from '../../../conformance/runner/survey/survey-result.ts';

/** Such as `taken`, or `refused (422)`. */
export function describeOutcome(seen: ProbeOutcome): string {
  switch (seen.kind) {
    case 'taken':
      return 'taken';
    case 'refused':
      return `refused (${seen.status})`;
    case 'unclear':
      return 'not found out';
  }
}

export function acceptedValues<T>(tried: readonly Probed<T>[]): readonly T[] {
  return tried.filter(({ seen }) => seen.kind === 'taken').map(({ value }) => value);
}

/** The others, by what became of them: `5555 refused (422); 6011, 3782 not found out`. Undefined where there is none. */
export function describeRefused<T>(
  tried: readonly Probed<T>[],
  show: (value: T) => string,
): string | undefined {
  const others = tried.filter(({ seen }) => seen.kind !== 'taken');
  const groups = Map.groupBy(others, ({ seen }) => describeOutcome(seen));
  const told = [...groups].map(
    ([words, group]) => `${group.map(({ value }) => show(value)).join(', ')} ${words}`,
  );

  return told.length === 0 ? undefined : told.join('; ');
}

/** No more digits than are sent. */
export function maskCard(card: string): string {
  return `${card.slice(0, 6)}…`;
}

/** The environment's, as a deployment file names it. */
export function variable(name: string): string {
  return `\${${name}}`;
}
