/** The values of faults and their conditions: how each is read, and how the schema of merchant files describes it. */
import {
  type Reader,
  read,
  textReader,
  unlike,
  wholeNumberReader,
  wordReader,
} from '../../../engine/reading/readers.ts';
import type { Fault, FieldValue, Moment } from './fault.ts';

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
    description: 'US dollars; equal as a number, so "13.370" is 13.37.',
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
    description: 'What the field is.',
    anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }],
  },
  read(value) {
    const isScalar = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

    return isScalar ? read(value) : unlike('a text, a number, true or false');
  },
};

const probabilityReader: Reader<number> = {
  placeholder: 1,
  schema: { type: 'number', minimum: 0, maximum: 1 },
  read: (value) =>
    typeof value === 'number' && value >= 0 && value <= 1 ? read(value) : unlike('a number from 0 to 1'),
};

export const FAULT_READERS: { readonly [K in keyof Required<Fault>]: Reader<Required<Fault>[K]> } = {
  latency: wholeNumberReader(0, LONGEST_DELAY, 'How much later the answer comes, in milliseconds.'),
  jitter: wholeNumberReader(
    0,
    LONGEST_DELAY,
    'By how much the latency is more or less, at random, in milliseconds.',
  ),
  status: wholeNumberReader(
    400,
    599,
    'The status of a refusal in place of the call, which is not carried out.',
  ),
  'retry-after': wholeNumberReader(0, 86_400, 'The header Retry-After of that refusal, in seconds.'),
  reset: momentReader('The connection is reset before any byte of an answer.'),
  hang: momentReader('No answer comes, for as long as the client waits.'),
  truncated: trueReader('The connection ends in the middle of the body.'),
  malformed: trueReader('The body is no JSON.'),
  empty: trueReader('The body is empty.'),
  'slow-body': wholeNumberReader(1, 1_000_000_000, 'How fast the body comes, in bytes per second.'),
};

export const CONDITION_READERS = {
  path: wordReader(PATHS, 'The path that is called.'),
  merchant: textReader('one', 'The name of the merchant that calls.'),
  amount: amountReader,
  every: wholeNumberReader(1, MOST_CALLS, 'Only every Nth of these calls.'),
  probability: probabilityReader,
  times: wholeNumberReader(1, MOST_CALLS, 'Only so many times, the first ones.'),
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
      description: `${description} Before the call is carried out (true says the same), or after it.`,
      enum: [true, 'before', 'after'],
    },
    read(value) {
      if (value === true) return read('before');

      return value === 'before' || value === 'after' ? read(value) : unlike('one of true, before, after');
    },
  };
}
