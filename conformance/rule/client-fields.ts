/** Values that a recorder has masked. */
/** Whether a recorder may have replaced the value. */
export function isMasked(value: unknown): boolean {
  return typeof value === 'string' && /[…•*<[({]|x{3}|redact|mask|hidden|not shown|removed/i.test(value);
}
