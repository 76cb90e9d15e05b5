/** Helpers to write merchant files that have problems. */

/** The name of a case, the file, and the lines of the error message below `shops.yaml has …`. */
export type BrokenFile = readonly [name: string, file: string, ...problems: string[]];

export const FLAT = '{ model: percent-plus-fixed, percent: "2.9", fixed: "0.30" }';
export const FREE = '{ percent: "0", fixed: "0" }';

/** The places of problems. */
export const SHOP = 'merchants.corner-shop';
export const PROCESSOR = `${SHOP}.processors[0]`;
export const PRICING = `${PROCESSOR}.pricing`;

/** What the readers expect. */
export const A_PERCENTAGE = 'expected a percentage as a string, such as "2.9"';
export const US_DOLLARS = 'expected US dollars as a string, such as "0.30"';
export const A_PREFIX = 'expected the first 1 to 8 digits of a card as a string, such as "4242"';

export function shop(...processors: readonly string[]): string {
  return `merchants: { corner-shop: { processors: [${processors.join(', ')}] } }`;
}

export function processor({ mid = '"700100"', name = 'alpha', pricing = FLAT } = {}): string {
  return `{ mid: ${mid}, name: ${name}, pricing: ${pricing} }`;
}

export function priced(pricing: string): string {
  return shop(processor({ pricing }));
}

/** A shop with another section, such as `rounding: { decimals: 2 }`. */
export function shopWith(section: string): string {
  return `merchants: { corner-shop: { processors: [${processor()}], ${section} } }`;
}
