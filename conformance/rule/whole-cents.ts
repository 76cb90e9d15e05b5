/** Whether an amount in US dollars has two decimals at most, as it is written. */
export function hasWholeCents(usd: number): boolean {
  return Number(usd.toFixed(2)) === usd;
}
