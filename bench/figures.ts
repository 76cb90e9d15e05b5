/** Medians, ratios, slopes and targets of figures, and how they are shown. */

/** The middle figure, or the mean of the two in the middle. */
export function median(figures: readonly number[]): number {
  const sorted = figures.toSorted((one, other) => one - other);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.ceil(sorted.length / 2) - 1];
  if (upper === undefined || lower === undefined) throw new Error('median: expected a figure, got none');

  return (lower + upper) / 2;
}

/** `figure` as a multiple of `peer`. */
export function ratio(figure: number, peer: number): number {
  if (peer > 0) return figure / peer;
  throw new Error(`ratio: expected a peer with a figure above 0, got ${peer}`);
}

/** With thousands separators: 12345.67 as `12,346`. */
export function show(figure: number, digits = 0): string {
  return figure.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** With fewer decimals the larger it is: `0.0031`, `0.85`, `21.4`, `224`. */
export function showRatio(value: number): string {
  if (value >= 10) return show(value, value >= 100 ? 0 : 1);

  return value >= 0.1 || value === 0 ? show(value, 2) : value.toPrecision(2);
}

/** How much `y` grows per unit of `x`: the median slope between any two points, which a spike hardly moves. */
export function slope(points: readonly (readonly [x: number, y: number])[]): number {
  const slopes = points.flatMap(([x, y], at) =>
    points
      .slice(at + 1)
      .filter(([otherX]) => otherX !== x)
      .map(([otherX, otherY]) => (otherY - y) / (otherX - x)),
  );
  if (slopes.length > 0) return median(slopes);
  throw new Error(`slope: expected points at two places or more, got ${points.length} points`);
}

/** A figure to reach. A missed target fails no run, since machines and load differ. */
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
