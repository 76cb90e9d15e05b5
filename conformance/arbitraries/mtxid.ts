/** `mTxId`s that a deployment is free to refuse. One that it accepts has to name its transaction ever after. */

/** Limits that services have, in characters. */
export const MTXID_LENGTHS = [20, 32, 36, 40, 50, 64, 128, 255] as const;

/** Characters of a fresh `mTxId`, which stands where `{m1}` does. */
const FRESH = 12;

/** Zeros that fill up a fresh `mTxId` to so many characters, with room for some more. */
export function zerosTo(length: number, room = 0): string {
  return '0'.repeat(length - FRESH - room);
}

/** Long ones, and one with other characters than letters, digits, dashes and underscores. */
export const WIDE_MTXIDS: readonly string[] = [
  ...[64, 255].map((length) => `{m1}${zerosTo(length)}`),
  '{m1} é.価',
];
