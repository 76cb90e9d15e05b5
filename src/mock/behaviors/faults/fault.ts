/** The faults of a mock, one entry each: form, words, value and effect. Schema, help, texts, console and docs derive from it. */

import type { JsonSchema } from '../../../reading/json-schema.ts';
import { isJsonObject, parseJson } from '../../../text/json-object.ts';
import { problemResponse } from '../../http/problem.ts';
import { REFUSALS, type Refusal, refuse, refuseBecause } from '../../refusal.ts';
import type { MockResponse, Piece, Received } from '../../response.ts';

/** The JSON Schema of a value, with its words for the help. */
export interface Value<V> extends JsonSchema {
  readonly form?: string;
  /** What each value means, for the console; by default its description. */
  readonly meanings?: Readonly<Record<string, string>>;
  /** Only for the compiler. */
  readonly of?: V;
}

/** A member of a fault or of a condition. */
export interface Member<V> {
  /** What it does, in a sentence. */
  readonly about: string;
  readonly value: Value<V>;
}

export interface FaultMember<V> extends Member<V> {
  /** Texts of such faults for the console; by default each form. */
  readonly examples?: readonly string[];
  /** It is no kind of its own: the kind that it belongs to, or `any`. */
  readonly beside?: string;
  /** Answers in place of the call, which is not carried out. */
  instead?(
    value: V,
    beside: { readonly 'retry-after'?: number },
    requestId: string,
  ): MockResponse | undefined;
  /** Refuses the call, unless its content is refused anyway. */
  readonly refusal?: Refusal;
  /** Changes the response. */
  answer?(response: MockResponse, value: V): Partial<MockResponse>;
  /** What is sent in place of head and body as a whole. The journal keeps the body itself. */
  send?(response: Bytes, value: V): Iterable<Piece>;
  /** How little the client receives. */
  readonly received?: Received;
  /** Whether the connection stays open without a response. */
  readonly staysOpen?: boolean;
}

/** A response as it would be sent as a whole. */
interface Bytes extends Pick<MockResponse, 'headers'> {
  readonly body: Buffer;
}

type ValuesOf<T> = { readonly [K in keyof T]?: T[K] extends Member<infer V> ? V : never };

/** One kind of fault, a latency, or both. */
export type Fault = ValuesOf<typeof TABLE>;

/** For a kind without a parameter: its value is always true. */
const FLAG: Value<true> = { const: true };

/** Before or after the call is carried out. */
type Moment = 'before' | 'after';
const MOMENT: Value<Moment> = {
  enum: [true, 'before', 'after'],
  description: 'Before the call is carried out (the same as true), or after it.',
  meanings: { true: 'The call is not carried out.', after: 'The call is carried out first.' },
};

/** @param one without a value for a kind that has no parameter */
function fault<V = true>(one: Omit<FaultMember<V>, 'value'> & Partial<Member<V>>): FaultMember<V> {
  return { value: FLAG as Value<never>, ...one };
}

const TABLE = {
  latency: fault({
    about: 'Delays the response by this time, in milliseconds.',
    value: whole('MS', 0, 600_000),
    examples: ['latency=2000;jitter=500'],
    beside: 'any',
  }),
  jitter: fault({
    about: 'Varies the latency at random by up to this time, in milliseconds.',
    value: whole('MS', 0, 600_000),
    examples: [],
    beside: 'latency',
  }),
  status: fault({
    about: 'Refuses the call with this status, and does not carry it out.',
    value: whole('CODE', 400, 599),
    examples: ['status=429;retry-after=2', 'status=503;retry-after=1', 'status=500'],
    instead(status, beside, requestId) {
      // A 429 always has the header Retry-After.
      const seconds = beside['retry-after'] ?? (status === 429 ? 1 : undefined);
      const detail = `a fault set the status ${status}; the call was not carried out`;
      const headers = seconds === undefined ? {} : { 'Retry-After': String(seconds) };

      return problemResponse(refuseBecause('fault', detail, headers), requestId, status);
    },
  }),
  'retry-after': fault({
    about: 'Sets Retry-After of that refusal, in seconds; 1 by default for 429.',
    value: whole('S', 0, 86_400),
    examples: [],
    beside: 'status',
  }),
  reset: fault({
    about: 'Resets the connection before the first byte of the response.',
    value: MOMENT,
    instead: skipCall,
    send: () => ['reset'],
    received: 'no response',
  }),
  hang: fault({
    about: 'Sends no response and keeps the connection open.',
    value: MOMENT,
    instead: skipCall,
    send: () => ['hang'],
    received: 'no response',
    staysOpen: true,
  }),
  truncated: fault({
    about: 'Ends the connection in the middle of the body.',
    send({ body }) {
      // An empty body cannot be truncated.
      const all = body.length > 0 ? body : Buffer.from('{}');

      return [{ 'content-length': all.length }, all.subarray(0, all.length >> 1), 'cut'];
    },
    received: 'a part',
  }),
  malformed: fault({
    about: 'Sends a body that is not JSON.',
    // A JSON object without its last brace is not JSON.
    answer: ({ body }) => ({ body: body.trimEnd().slice(0, -1) || '{' }),
  }),
  empty: fault({ about: 'Sends an empty body.', answer: () => ({ body: '' }) }),
  close: fault({
    about: 'Ends the connection after the response.',
    answer: ({ headers }) => ({ headers: { ...headers, connection: 'close' } }),
  }),
  refuse: fault({
    about: 'Refuses a valid call, in the form of the choices refusal and refusal-status.',
    refusal: refuse('content-refused', [], {
      detail: 'a fault refused the call, which was not carried out',
      fix: REFUSALS.fault.fix,
    }),
  }),
  message: fault({
    about: 'Sends this message in place of ok; the call is carried out.',
    value: text('TEXT', 'declined'),
    examples: ['message=declined'],
    answer: ({ body }, message) => ({ body: withField(body, 'message', message) }),
  }),
  'no-fields': fault({
    about: 'Refuses the call with status 200 and the body {}, without carrying it out.',
    // A refusal, since it has none of the fields of a fee response.
    instead: (_, __, requestId) => ({
      status: 200,
      headers: { 'content-type': 'application/json', 'request-id': requestId },
      body: '{}',
    }),
  }),
  'zero-fee': fault({
    about: 'Sends a transactionFee of 0; the call is carried out.',
    answer: ({ body }) => ({ body: withField(body, 'transactionFee', 0) }),
  }),
  'slow-body': fault({
    about: 'Sends the body at this speed, in bytes per second.',
    value: whole('BYTES', 1, 1_000_000_000),
    examples: ['slow-body=20'],
    // At most 20 pieces a second.
    send: ({ body }, speed) => inPieces(body, Math.max(1, Math.round(speed / 20)), 1000 / speed),
  }),
  'truncated-gzip': fault({
    about: 'Sends the body in gzip, without its end.',
    send({ body }) {
      // The trailer, which has 8 bytes, and the last of the data.
      const part = process.getBuiltinModule('node:zlib').gzipSync(body).subarray(0, -12);

      return [{ 'content-encoding': 'gzip', 'content-length': part.length }, part];
    },
    received: 'a part',
  }),
  'content-length': fault({
    about: 'Announces more than the body (long): the client waits; or half of it (short).',
    value: words('HOW', ['long', 'short']),
    examples: ['content-length=long', 'content-length=short'],
    send: ({ body }, how) =>
      how === 'long'
        ? [{ 'content-length': body.length + 1 }, body, 'hang']
        : // The rest would be read as the next response.
          [{ 'content-length': body.length >> 1, connection: 'close' }, body],
    received: 'a part',
  }),
  'single-bytes': fault({
    about: 'Sends the body in single bytes, one each millisecond.',
    send: ({ body }) => inPieces(body, 1, 1),
  }),
  'no-content': fault({
    about: 'Sends status 204, which has no body; the call is carried out.',
    answer: ({ headers: { 'content-type': _, ...headers } }) => ({ status: 204, headers, body: '' }),
  }),
  'duplicate-header': fault({
    about: 'Sends the header Content-Type twice.',
    send({ headers: { 'content-type': type = 'application/json' }, body }) {
      return [{ 'content-type': [type, type] }, body];
    },
  }),
} as const;

export const FAULTS: Readonly<Record<string, FaultMember<unknown>>> = TABLE;

/** A fault has at most one of these. */
export const KINDS = Object.keys(FAULTS).filter((name) => FAULTS[name]?.beside === undefined);

/** Compared with a field of a request. */
export type FieldValue = string | number | boolean;

/** Calls that meet all of these conditions; without conditions all calls. */
export type FaultCondition = ValuesOf<typeof CONDITIONS>;

const DOLLARS = { 'x-expected': 'US dollars, 0 or more, such as "13.37"' };

export const CONDITIONS = {
  // Sections 4.1 and 4.2.
  path: condition('Calls to this path.', words('PATH', ['/v1/ch', '/v1/ch/sale'])),
  merchant: condition('Calls with a token of this merchant.', text('NAME', 'one')),
  // Amounts are only compared, so that a number is as exact as a string.
  amount: condition<string | number>('Calls with this amount in US dollars; "13.370" equals 13.37.', {
    anyOf: [
      { type: 'number', minimum: 0, ...DOLLARS },
      { type: 'string', pattern: '^[0-9]+(?:\\.[0-9]+)?$', maxLength: 20, ...DOLLARS, examples: ['13.37'] },
    ],
    form: 'USD',
  }),
  body: condition<Readonly<Record<string, FieldValue>>>(
    'Calls whose fields have these values; a list equals each value in it.',
    {
      ...{ type: 'object', minProperties: 1, 'x-expected': 'a mapping of at least one' },
      additionalProperties: {
        description: 'The value of the field.',
        anyOf: [
          { type: 'string' },
          { type: 'number' },
          { type: 'boolean', 'x-expected': 'a text, a number, true or false' },
        ],
      },
      form: 'VALUE',
    },
  ),
  every: condition('Only every Nth of these calls.', whole('N', 1, 1_000_000)),
  probability: condition<number>('Only this share of these calls, at random, from 0 to 1.', {
    ...{ type: 'number', minimum: 0, maximum: 1, form: 'SHARE' },
    'x-expected': 'a number from 0 to 1',
  }),
  times: condition('Only the first N of these calls.', whole('N', 1, 1_000_000)),
} as const;

export interface FaultRule {
  readonly when?: FaultCondition;
  /** The fault of those calls. */
  readonly then: Fault;
}

/** How a member is written on a command line, such as `status=CODE`, or `hang` and `hang=after`. */
export function formsOf(name: string, { value }: Member<unknown>): readonly string[] {
  if (value.form !== undefined) return [`${name === 'body' ? 'body.FIELD' : name}=${value.form}`];

  return value.enum === undefined ? [name] : [name, `${name}=after`];
}

/** What a member does: for the schema, and with the meaning of one value for the console. */
function describe({ about, value }: Member<unknown>, one = ''): string {
  const description = value.meanings?.[one] ?? value.description;

  return description === undefined ? about : `${about} ${description}`;
}

/** Texts of faults for the console, with what the mock does. */
export function faultExamples(): readonly { readonly fault: string; readonly effect: string }[] {
  return Object.entries(FAULTS).flatMap(([name, member]) =>
    (member.examples ?? formsOf(name, member)).map((text) => ({
      fault: text,
      effect: describe(member, text.split('=')[1] ?? 'true'),
    })),
  );
}

/** The definitions of a merchant file, which names no other merchant. */
export function faultDefinitions(): Readonly<Record<'condition' | 'fault', JsonSchema>> {
  const { merchant: _, ...conditions } = CONDITIONS;

  return { condition: conditionSchema(conditions), fault: faultSchema() };
}

/** By default with all conditions, as a rule of the mock can have. */
export function conditionSchema(
  conditions: Readonly<Record<string, Member<unknown>>> = CONDITIONS,
): JsonSchema {
  return {
    description: 'The calls that meet all of these conditions; all calls by default.',
    type: 'object',
    properties: schemasOf(conditions),
    additionalProperties: false,
  };
}

function faultSchema(): JsonSchema {
  const members = Object.entries(FAULTS);
  const alone = members.flatMap(([name, { beside }]) => (beside === 'any' ? [name] : []));
  const dependent = members.flatMap(([name, { beside = 'any' }]) =>
    beside === 'any' ? [] : [[name, [beside]]],
  );

  return {
    description: 'The fault of those calls: one kind, a latency, or both.',
    type: 'object',
    properties: schemasOf(FAULTS),
    additionalProperties: false,
    dependentRequired: Object.fromEntries(dependent),
    anyOf: [...KINDS, ...alone].map(having),
    oneOf: [...KINDS.map(having), { not: { anyOf: KINDS.map(having) } }],
  };
}

function schemasOf(members: Readonly<Record<string, Member<unknown>>>): Readonly<Record<string, JsonSchema>> {
  const schemas = Object.entries(members).map(([name, member]) => {
    const { form: _, meanings: __, description: ___, ...schema } = member.value;

    return [name, { description: describe(member), ...schema }];
  });

  return Object.fromEntries(schemas);
}

function having(name: string): JsonSchema {
  return { required: [name] };
}

function condition<V>(about: string, value: Value<V>): Member<V> {
  return { about, value };
}

function whole(form: string, minimum: number, maximum: number): Value<number> {
  return { type: 'integer', minimum, maximum, form };
}

function words<Word extends string>(form: string, enumerated: readonly Word[]): Value<Word> {
  return { type: 'string', enum: enumerated, form };
}

function text(form: string, example: string): Value<string> {
  return { type: 'string', pattern: '\\S', examples: [example], form };
}

function skipCall(moment: Moment, _: object, requestId: string): MockResponse | undefined {
  // Only the journal shows it.
  return moment === 'before' ? { status: 503, headers: { 'request-id': requestId }, body: '' } : undefined;
}

/** Leaves a body without this field unchanged. */
function withField(body: string, name: string, value: unknown): string {
  const fields = parseJson(body);

  return isJsonObject(fields) && name in fields ? JSON.stringify({ ...fields, [name]: value }) : body;
}

/** The head at once, and then the pieces, each after its time. @param each milliseconds for a byte */
function* inPieces(body: Buffer, size: number, each: number): Iterable<Piece> {
  yield Buffer.alloc(0);
  for (let at = 0; at < body.length; at += size) {
    const piece = body.subarray(at, at + size);
    yield piece.length * each;
    yield piece;
  }
}
