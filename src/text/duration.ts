/** Parses durations such as 90s, 15m, 24h or 7d. */

/** Each unit in milliseconds. */
const TIME_UNITS: Readonly<Record<string, number>> = {
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

/** Returns milliseconds, negative with a minus sign; undefined for other text. */
export function readDuration(text: string): number | undefined {
  const [, count, unit = ''] = /^(-?\d{1,9})([smhd])$/.exec(text) ?? [];
  const milliseconds = TIME_UNITS[unit];

  return milliseconds === undefined ? undefined : Number(count) * milliseconds;
}
