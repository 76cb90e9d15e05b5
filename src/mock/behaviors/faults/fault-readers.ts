/** The values of faults and their conditions: how each is read, and how the schema of merchant files describes it. */
import {
  type Reader,
  read,
  textReader,
  unlike,
  wholeNumberReader,
  wordReader,
} from '../../../engine/reading/readers.ts';
import { CONDITION_MEMBERS, FAULT_MEMBERS, type Fault, type FieldValue, type Moment } from './fault.ts';

/** In milliseconds. */
const LONGEST_DELAY = 600_000;
const MOST_CALLS = 1_000_000;
/** In characters. */
const LONGEST_AMOUNT = 20;
const AMOUNT = /^[0-9]+(?:\.[0-9]+)?$/;

/** Sections 4.1 and 4.2. */
const PATHS = ['/v1/ch', '/v1/ch/sale'] as const;

/** Amounts are only compared, so that a number is as exact as a string. */
const amountReader: Reader<string | number> = {
  placeholder: 0,
  schema: {
    description: CONDITION_MEMBERS.amount.about,
    anyOf: [
      { type: 'string', pattern: AMOUNT.source, maxLength: LONGEST_AMOUNT, examples: ['13.37'] },
      { type: 'number', minimum: 0 },
    ],
  },
  read(value) {
    if (typeof value === 'string' && value.length <= LONGEST_AMOUNT && AMOUNT.test(value)) return read(value);
    if (typeof value === 'number' && value >= 0 && Number.isFinite(value)) return read(value);

    return unlike('US dollars, 0 or more, such as "13.37"');
  },
};

export const fieldReader: Reader<FieldValue> = {
  placeholder: '',
  schema: {
    description: 'The value of the field.',
    anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }],
  },
  read(value) {
    const isScalar = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

    return isScalar ? read(value) : unlike('a text, a number, true or false');
  },
};

const probabilityReader: Reader<number> = {
  placeholder: 1,
  schema: { type: 'number', description: CONDITION_MEMBERS.probability.about, minimum: 0, maximum: 1 },
  read: (value) =>
    typeof value === 'number' && value >= 0 && value <= 1 ? read(value) : unlike('a number from 0 to 1'),
};

export const FAULT_READERS: { readonly [K in keyof Required<Fault>]: Reader<Required<Fault>[K]> } = {
  latency: wholeNumberReader(0, LONGEST_DELAY, FAULT_MEMBERS.latency.about),
  jitter: wholeNumberReader(0, LONGEST_DELAY, FAULT_MEMBERS.jitter.about),
  status: wholeNumberReader(400, 599, FAULT_MEMBERS.status.about),
  'retry-after': wholeNumberReader(0, 86_400, FAULT_MEMBERS['retry-after'].about),
  reset: momentReader(FAULT_MEMBERS.reset.about),
  hang: momentReader(FAULT_MEMBERS.hang.about),
  truncated: trueReader(FAULT_MEMBERS.truncated.about),
  malformed: trueReader(FAULT_MEMBERS.malformed.about),
  empty: trueReader(FAULT_MEMBERS.empty.about),
  close: trueReader(FAULT_MEMBERS.close.about),
  refuse: trueReader(FAULT_MEMBERS.refuse.about),
  message: textReader('declined', FAULT_MEMBERS.message.about),
  'no-fields': trueReader(FAULT_MEMBERS['no-fields'].about),
  'zero-fee': trueReader(FAULT_MEMBERS['zero-fee'].about),
  'slow-body': wholeNumberReader(1, 1_000_000_000, FAULT_MEMBERS['slow-body'].about),
};

export const CONDITION_READERS = {
  path: wordReader(PATHS, CONDITION_MEMBERS.path.about),
  merchant: textReader('one', CONDITION_MEMBERS.merchant.about),
  amount: amountReader,
  every: wholeNumberReader(1, MOST_CALLS, CONDITION_MEMBERS.every.about),
  probability: probabilityReader,
  times: wholeNumberReader(1, MOST_CALLS, CONDITION_MEMBERS.times.about),
};

/** For a kind of fault without a parameter: its value is always true. */
function trueReader(description: string): Reader<true> {
  return {
    placeholder: true,
    schema: { description, const: true },
    read: (value) => (value === true ? read(value) : unlike('true')),
  };
}

function momentReader(description: string): Reader<Moment> {
  return {
    placeholder: 'before',
    schema: {
      description: `${description} Before the call is carried out (the same as true), or after it.`,
      enum: [true, 'before', 'after'],
    },
    read(value) {
      if (value === true) return read('before');

      return value === 'before' || value === 'after' ? read(value) : unlike('one of true, before, after');
    },
  };
}
