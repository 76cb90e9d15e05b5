/** The figures to reach. A bench says whether one is met and leaves it at that: machines and hours differ. */
import { show } from './figures.ts';

export interface Target {
  readonly kind: 'at least' | 'at most';
  readonly figure: number;
}

export function atLeast(figure: number): Target {
  return { kind: 'at least', figure };
}

export function atMost(figure: number): Target {
  return { kind: 'at most', figure };
}

/** Such as `≥ 0.7 met`. */
export function showTarget({ kind, figure }: Target, got: number): string {
  const isMet = kind === 'at least' ? got >= figure : got <= figure;

  return `${kind === 'at least' ? '≥' : '≤'} ${show(figure, Number.isInteger(figure) ? 0 : 1)} ${isMet ? 'met' : 'missed'}`;
}
