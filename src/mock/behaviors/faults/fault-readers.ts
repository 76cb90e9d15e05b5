/** The values of faults and their conditions: how each is read, and how the schema of merchant files describes it. */
import {
  type Reader,
  read,
  textReader,
  unlike,
  wholeNumberReader,
  wordReader,
} from '../../../engine/reading/readers.ts';
import {
  CONDITION_DESCRIPTIONS,
  FAULT_DESCRIPTIONS,
  type Fault,
  type FieldValue,
  type Moment,
} from './fault.ts';

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
    description: CONDITION_DESCRIPTIONS.amount,
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
  schema: { type: 'number', description: CONDITION_DESCRIPTIONS.probability, minimum: 0, maximum: 1 },
  read: (value) =>
    typeof value === 'number' && value >= 0 && value <= 1 ? read(value) : unlike('a number from 0 to 1'),
};

export const FAULT_READERS: { readonly [K in keyof Required<Fault>]: Reader<Required<Fault>[K]> } = {
  latency: wholeNumberReader(0, LONGEST_DELAY, FAULT_DESCRIPTIONS.latency),
  jitter: wholeNumberReader(0, LONGEST_DELAY, FAULT_DESCRIPTIONS.jitter),
  status: wholeNumberReader(400, 599, FAULT_DESCRIPTIONS.status),
  'retry-after': wholeNumberReader(0, 86_400, FAULT_DESCRIPTIONS['retry-after']),
  reset: momentReader(FAULT_DESCRIPTIONS.reset),
  hang: momentReader(FAULT_DESCRIPTIONS.hang),
  truncated: trueReader(FAULT_DESCRIPTIONS.truncated),
  malformed: trueReader(FAULT_DESCRIPTIONS.malformed),
  empty: trueReader(FAULT_DESCRIPTIONS.empty),
  close: trueReader(FAULT_DESCRIPTIONS.close),
  refuse: trueReader(FAULT_DESCRIPTIONS.refuse),
  message: textReader('declined', FAULT_DESCRIPTIONS.message),
  'no-fields': trueReader(FAULT_DESCRIPTIONS['no-fields']),
  'zero-fee': trueReader(FAULT_DESCRIPTIONS['zero-fee']),
  'slow-body': wholeNumberReader(1, 1_000_000_000, FAULT_DESCRIPTIONS['slow-body']),
};

export const CONDITION_READERS = {
  path: wordReader(PATHS, CONDITION_DESCRIPTIONS.path),
  merchant: textReader('one', CONDITION_DESCRIPTIONS.merchant),
  amount: amountReader,
  every: wholeNumberReader(1, MOST_CALLS, CONDITION_DESCRIPTIONS.every),
  probability: probabilityReader,
  times: wholeNumberReader(1, MOST_CALLS, CONDITION_DESCRIPTIONS.times),
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
