/** What client rules read from fields: the digits of a nicn, and values that a recorder has masked. */
import type { JsonObject } from '../../src/text/json-object.ts';

const DIGITS = /^[0-9]*$/;
const SEPARATORS = /[ \u00a0.\u2010-\u2015-]/g;

/** The digits of a nicn, which may be a JSON number or have separators; empty for any other value. */
export function digitsOfNicn({ nicn }: JsonObject): string {
  if (typeof nicn === 'number' && Number.isInteger(nicn)) return String(nicn);

  if (typeof nicn !== 'string') return '';

  return DIGITS.test(nicn) ? nicn : nicn.replaceAll(SEPARATORS, '');
}

/** Whether a recorder may have replaced the value. */
export function isMasked(value: unknown): boolean {
  return typeof value === 'string' && /[…•*<[({]|x{3}|redact|mask|hidden|not shown|removed/i.test(value);
}
