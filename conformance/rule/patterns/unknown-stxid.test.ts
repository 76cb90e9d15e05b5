import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { unknownStxid } from '../mtxids.ts';

describe('an sTxId that no transaction has', () => {
  test('is never the one that it looks like', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, unit: 'grapheme' }), (known) => unknownStxid(known) !== known),
    );
  });

  test('is none of those that a service counts, however far it has come', () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat({ max: 12 }), fc.nat(), (known, digits, other) => {
        const numbered = (number: number) => String(number).padStart(digits, '0');
        const near = [known - 1, known + 1, known + other, other].map(numbered);

        return !near.includes(unknownStxid(numbered(known))) || numbered(known).length >= 10;
      }),
    );
  });

  test.each([
    ['a UUID', randomUUID(), /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/],
    ['a UUID in capitals', randomUUID().toUpperCase(), /^[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}$/],
    ['hexadecimal digits', '0123456789abcdef0123456789abcdef', /^[0-9a-f]{32}$/],
    ['a ULID', '01JD3Q5Z8M4X7C2V9B6N1K0HTR', /^[0-9A-Z]{26}$/],
    ['base64url', 'cFLQ8eosChPAtnL2v3vdO-', /^[\w-]{22}$/],
    ['many digits', '195985296608239374086016334642259', /^\d{33}$/],
  ])('has the form of %s', (_, known, form) => {
    expect(unknownStxid(known)).toMatch(form);
    expect(unknownStxid(known)).toHaveLength(known.length);
  });
});
