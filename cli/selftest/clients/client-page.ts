/** Prints the results of `selftest --clients`, with the exit code. */
import { count } from '../../../src/text/words.ts';
import type { Result } from '../../command.ts';
import type { JudgedClient } from './judge-clients.ts';

interface PageOptions {
  readonly version: string;
  readonly seed: number;
  /** Clients that an interrupted run did not judge. */
  readonly left: number;
}

/** Exit code 1 if any result deviates. */
export function clientPage(judged: readonly JudgedClient[], { version, seed, left }: PageOptions): Result {
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
      ? ['All results are as expected.']
      : [count(deviations.length, 'deviation').toUpperCase(), ...deviations]),
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
