/** The calls that a fault of the console affects: texts to write before it. */
export const FAULT_CALLS = [
  ['times=1: ', 'the next call'],
  ['times=1, path=/v1/ch/sale: ', 'the next sale'],
  ['every=3: ', 'every third call'],
  ['', 'every call'],
] as const;
