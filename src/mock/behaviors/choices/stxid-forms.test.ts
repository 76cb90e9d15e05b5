import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { optionsOf } from '../../../contract/choices.ts';
import { formOf, STXID_FORMS } from './stxid-forms.ts';

const FORMS = optionsOf('stxid-form');
const hex = fc
  .uint8Array({ minLength: 16, maxLength: 16 })
  .map((bytes) => Buffer.from(bytes).toString('hex'));

describe('each form of an sTxId', () => {
  it.each(FORMS)('%s: reads what it writes, and no other form reads it', (name) => {
    fc.assert(
      fc.property(hex, (id) => {
        const text = STXID_FORMS[name].write(id);

        expect(STXID_FORMS[name].read(text)).toBe(id);
        expect(formOf(text)).toBe(name);
      }),
    );
  });

  it.each([
    ...FORMS.map((name) => STXID_FORMS[name].write('f'.repeat(32)).replace(/.$/, '!')),
    '',
    'ch_',
    '9'.repeat(39),
  ])('does not read %s', (text) => {
    expect(formOf(text)).toBeUndefined();
  });
});
