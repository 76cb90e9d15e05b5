/** What `selftest --clients` prints, and what it comes to. */
import type { Result } from '../../command.ts';
import type { JudgedClient } from './judge-clients.ts';

interface Asked {
  readonly version: string;
  readonly seed: number;
  /** Clients that were not judged when it was interrupted. */
  readonly left: number;
}

/** Exit code 1 where anything deviates. */
export function clientPage(judged: readonly JudgedClient[], { version, seed, left }: Asked): Result {
  const deviations = judged.flatMap(({ subject, deviations: found }) =>
    found.map((what) => `  ${subject.name}: ${what}`),
  );
  const requests = judged.reduce((sum, { report }) => sum + report.requests, 0);
  const lines = [
    `tollgate ${version}: check-client against ${judged.length} clients, ${requests} requests, seed ${seed}`,
    '',
    ...(['mistake', 'style'] as const).map((kind) => lineOf(kind, judged)),
    ...(left === 0 ? [] : [`It was interrupted: ${left} more were not judged.`]),
    '',
    ...(deviations.length === 0
      ? ['Everything is as it has to be.']
      : [`${deviations.length} ${deviations.length === 1 ? 'DEVIATION' : 'DEVIATIONS'}`, ...deviations]),
  ];

  return { code: deviations.length === 0 ? 0 : 1, out: `${lines.join('\n')}\n` };
}

function lineOf(kind: 'mistake' | 'style', judged: readonly JudgedClient[]): string {
  const all = judged.filter(({ subject }) => subject.kind === kind);
  const right = all.filter(({ deviations }) => deviations.length === 0).length;

  return kind === 'mistake'
    ? `mistakes      ${right} of ${all.length} found by their own rule`
    : `legal styles  ${right} of ${all.length} passed`;
}
