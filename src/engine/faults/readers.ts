/** How the values of a fault and its condition are read. */
import { type Reader, read, unlike } from '../reading/readers.ts';
import type { FieldValue, Moment } from './fault.ts';

const UNSIGNED = /^[0-9]+(?:\.[0-9]+)?$/;
const LONGEST = 20;

/** Whether something happens is said by its key; the value is there for JSON's sake. */
export function trueReader(description: string): Reader<true> {
  return {
    placeholder: true,
    schema: { description, const: true },
    read: (value) => (value === true ? read(value) : unlike('true')),
  };
}

export function momentReader(description: string): Reader<Moment> {
  return {
    placeholder: 'before',
    schema: {
      description: `${description} Before the call is carried out (true says the same), or after it.`,
      enum: [true, 'before', 'after'],
    },
    read(value) {
      if (value === true) return read('before');

      return value === 'before' || value === 'after' ? read(value) : unlike('one of true, before, after');
    },
  };
}

/** Both ways to write it: here it is compared and not calculated with, so a float is as good as its digits. */
export const amountReader: Reader<string | number> = {
  placeholder: 0,
  schema: {
    description: 'US dollars; equal as a number, so "13.370" is 13.37.',
    anyOf: [
      { type: 'string', pattern: UNSIGNED.source, maxLength: LONGEST, examples: ['13.37'] },
      { type: 'number', minimum: 0 },
    ],
  },
  read(value) {
    if (typeof value === 'string' && value.length <= LONGEST && UNSIGNED.test(value)) return read(value);
    if (typeof value === 'number' && value >= 0 && Number.isFinite(value)) return read(value);

    return unlike('US dollars, 0 or more, such as "13.37"');
  },
};

export const fieldValueReader: Reader<FieldValue> = {
  placeholder: '',
  schema: {
    description: 'What the field is.',
    anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }],
  },
  read(value) {
    const isScalar = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

    return isScalar ? read(value) : unlike('a text, a number, true or false');
  },
};

export const probabilityReader: Reader<number> = {
  placeholder: 1,
  schema: { type: 'number', minimum: 0, maximum: 1 },
  read: (value) =>
    typeof value === 'number' && value >= 0 && value <= 1 ? read(value) : unlike('a number from 0 to 1'),
};
