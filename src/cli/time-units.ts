/** The units in which times are typed, such as 90s, 15m, 24h or 7d: each in milliseconds. */
export const TIME_UNITS: Readonly<Record<string, number>> = {
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};
