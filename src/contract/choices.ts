/** The choices that the document leaves open: the mock makes them, the suite only observes them. */

interface ChoiceSpec {
  /** One sentence. */
  readonly question: string;
  /** Section of the document that leaves it open. */
  readonly section: string;
  /** Its group in the console. */
  readonly group: ChoiceGroup;
  /**
   * The options that grease draws from: only those that clients must handle by the document and by HTTP. A 500, for
   * example, would mean something else.
   */
  readonly greased?: 'all' | readonly string[];
  /** The options with their meanings; the first one is the default of the mock. */
  readonly options: readonly [OptionSpec, OptionSpec, ...OptionSpec[]];
}

type ChoiceGroup =
  | 'Responses'
  | 'Refusals'
  | 'Transactions'
  | 'Tokens, headers and rate'
  | 'Contents of requests'
  | 'Limits';

/** One option is the strictest that the document allows, where there is a stricter one. */
type OptionSpec = readonly [option: string, meaning: string, strict?: 'strict'];

/** In characters. */
const TEXT_LIMITS = [
  ['any', 'Limited only by the size of the request.'],
  ['1000', '1,000.'],
  ['255', '255.'],
  ['50', '50.'],
] as const;

const SUCCESS_STATUSES = [
  ['200', 'OK.'],
  ['201', 'Created.'],
  ['202', 'Accepted.'],
] as const;

const TOKEN_OPTIONS = [
  ['401', 'The request is refused with 401.', 'strict'],
  ['403', 'The request is refused with 403.'],
  ['400', 'The request is refused with 400.'],
  ['take', 'The request is accepted for the default merchant.'],
] as const;

const TAKE = ['take', 'The request is accepted.'] as const;
const REFUSE = ['refuse', 'The request is refused.', 'strict'] as const;

/** Names and options are stable: reports and scripts refer to them. */
export const CHOICES = {
  'success-status': {
    question: 'Which HTTP status does an accepted fee call return?',
    section: '4.1',
    group: 'Responses',
    greased: 'all',
    options: SUCCESS_STATUSES,
  },
  'sale-status': {
    question: 'Which HTTP status does an accepted sale return?',
    section: '4.2',
    group: 'Responses',
    greased: 'all',
    options: SUCCESS_STATUSES,
  },
  'extra-response-fields': {
    question: 'Which undocumented fields does a success response have?',
    section: '4.2',
    group: 'Responses',
    greased: 'all',
    options: [
      ['none', 'None.'],
      ['flat', 'Some strings, numbers and booleans; a sale also has a message ok.'],
      ['nested', 'Objects, arrays and nulls, some with names of documented fields.'],
    ],
  },
  'number-form': {
    question: 'How is the fee formatted?',
    section: '2.2',
    group: 'Responses',
    greased: 'all',
    options: [
      ['shortest', 'The shortest form, such as 2.4.'],
      ['two-decimals', 'Two decimals, such as 2.40.'],
      ['six-decimals', 'Six decimals, such as 2.400000.'],
      ['exponent', 'An exponent, such as 2.4e+0.'],
    ],
  },
  'field-order': {
    question: 'In which order does a success response have its fields?',
    section: '4.1',
    group: 'Responses',
    greased: 'all',
    options: [
      ['documented', 'The order of the document.'],
      ['reversed', 'The reverse order.'],
      ['alphabetical', 'Alphabetical order.'],
    ],
  },
  'json-layout': {
    question: 'How is the JSON of a success response formatted?',
    section: '4',
    group: 'Responses',
    greased: 'all',
    options: [
      ['compact', 'One line without spaces.'],
      ['indented', 'Indented, on several lines.'],
      ['escaped', 'One line, with letters in strings and names escaped.'],
    ],
  },
  'response-media-type': {
    question: 'Which Content-Type does a success response have?',
    section: '4',
    group: 'Responses',
    greased: ['json', 'json-charset'],
    options: [
      ['json', 'application/json.'],
      ['json-charset', 'application/json; charset=utf-8.'],
      ['json-suffix', 'A custom media type that ends in +json.'],
      ['text-plain', 'text/plain.'],
      ['none', 'No Content-Type.'],
    ],
  },
  'stxid-form': {
    question: 'Which form does an sTxId have?',
    section: '2.2',
    group: 'Responses',
    options: [
      ['hex', '32 hexadecimal digits.'],
      ['uuid', 'A UUID.'],
      ['ulid', 'A ULID: 26 digits and capital letters.'],
      ['base64url', '22 letters, digits, dashes and underscores.'],
      ['digits', '39 digits, beyond the precision of a number.'],
      ['prefixed', 'A prefix and 32 hexadecimal digits.'],
      ['long', 'More than 255 characters: upper and lower case, +, / and =.'],
    ],
  },
  refusal: {
    question: 'Which form does a refusal have?',
    section: '7',
    group: 'Refusals',
    greased: 'all',
    options: [
      ['problem', 'Problem details (RFC 9457) with all violations.'],
      ['json', 'A JSON object with message, reasonCode and reason.'],
      ['html', 'An HTML page.'],
      ['empty', 'A status without a body.'],
      ['2xx-message', 'A success status with a message other than ok.'],
      ['2xx-message-stxid', 'The same; fee calls also get an sTxId of no transaction.'],
      ['2xx-zero-fee', 'As 2xx-message; fee calls also get a transactionFee of 0.'],
      ['2xx-zero-fee-stxid', 'As 2xx-message; fee calls also get both fields.'],
    ],
  },
  'refusal-status': {
    question: 'Which HTTP status does a request with invalid content get?',
    section: '7',
    group: 'Refusals',
    greased: ['422', '400', '404', '409'],
    options: [
      ['422', 'Unprocessable Content.'],
      ['400', 'Bad Request.'],
      ['404', 'Not Found.'],
      ['409', 'Conflict.'],
      ['500', 'Internal Server Error.'],
    ],
  },
  'malformed-json-status': {
    question: 'Which HTTP status does a body of invalid JSON get?',
    section: '7',
    group: 'Refusals',
    greased: ['400', '422'],
    options: [
      ['400', 'Bad Request.'],
      ['422', 'Unprocessable Content.'],
      ['500', 'Internal Server Error.'],
    ],
  },
  'unknown-transaction-status': {
    question: 'Which HTTP status do identifiers of no transaction get?',
    section: '7',
    group: 'Refusals',
    greased: 'all',
    options: [
      ['422', 'Unprocessable Content.'],
      ['404', 'Not Found.'],
      ['400', 'Bad Request.'],
      ['410', 'Gone.'],
    ],
  },
  'missing-token': {
    question: 'What happens to a request without a token?',
    section: '5',
    group: 'Tokens, headers and rate',
    options: TOKEN_OPTIONS,
  },
  'invalid-token': {
    question: 'What happens to a request with a malformed token or an unknown merchant?',
    section: '5',
    group: 'Tokens, headers and rate',
    options: TOKEN_OPTIONS,
  },
  'expired-token': {
    question: 'What happens to a request with an expired token?',
    section: '5',
    group: 'Tokens, headers and rate',
    options: [
      ['take', 'The request is accepted; exp is not validated.'],
      ['refuse', 'The request is refused like one with an invalid token.', 'strict'],
    ],
  },
  'missing-x-requested-with': {
    question: 'What happens to a request without the header X-Requested-With?',
    section: '5',
    group: 'Tokens, headers and rate',
    options: [REFUSE, TAKE],
  },
  'unknown-stxid-on-fee': {
    question: 'What happens to a fee call with an unknown sTxId?',
    section: '4.1',
    group: 'Transactions',
    options: [REFUSE, ['open', 'The sTxId is ignored.']],
  },
  'mismatched-identifiers': {
    question: 'What happens to a call whose mTxId contradicts its sTxId?',
    section: '2.3',
    group: 'Transactions',
    options: [REFUSE, ['stxid-decides', 'The sTxId is used, the mTxId ignored.']],
  },
  'partial-update': {
    question: 'What happens to an update without amount, nicn or region?',
    section: '4.1',
    group: 'Transactions',
    options: [REFUSE, ['keep', 'Missing fields keep their values.']],
  },
  'update-after-sale': {
    question: 'What happens to a fee call for a transaction with a sale?',
    section: '3',
    group: 'Transactions',
    options: [
      ['take', 'The fee is recalculated.'],
      ['keep', 'The response has the previous fee; nothing changes.'],
      REFUSE,
    ],
  },
  'update-to-another-card': {
    question: 'What happens to an update with another card?',
    section: '4.1',
    group: 'Transactions',
    options: [['take', 'The fee is recalculated for that card.'], REFUSE],
  },
  'second-sale': {
    question: 'What happens to a second sale of a transaction?',
    section: '4.2',
    group: 'Transactions',
    options: [
      ['replace', 'The second sale replaces the first.'],
      ['keep', 'The response is that of the first sale; nothing changes.'],
      REFUSE,
    ],
  },
  'unknown-request-fields': {
    question: 'What happens to a request with undocumented fields?',
    section: '2.1',
    group: 'Contents of requests',
    options: [['ignore', 'The fields are ignored.'], REFUSE],
  },
  'null-optional-fields': {
    question: 'What happens to a request with null in an optional field?',
    section: '2.1',
    group: 'Contents of requests',
    options: [REFUSE, ['ignore', 'The field is ignored.']],
  },
  'zero-amount': {
    question: 'What happens to a fee call with an amount of 0?',
    section: '8',
    group: 'Contents of requests',
    options: [TAKE, REFUSE],
  },
  'amount-beyond-cents': {
    question: 'What happens to an amount with more than two decimals?',
    section: '8',
    group: 'Contents of requests',
    options: [
      ['take', 'The exact amount is priced.'],
      ['round', 'The amount is rounded to cents first.'],
      REFUSE,
    ],
  },
  'largest-amount': {
    question: 'What is the largest accepted amount, in US dollars?',
    section: '8',
    group: 'Limits',
    options: [
      ['any', 'Unlimited.'],
      ['1000000', 'One million.'],
      ['100000', 'One hundred thousand.'],
      ['10000', 'Ten thousand.', 'strict'],
    ],
  },
  'longest-mtxid': {
    question: 'How many characters can an mTxId have?',
    section: '8',
    group: 'Limits',
    options: [
      ['any', 'Limited only by the size of the request.'],
      ['255', '255.'],
      ['64', '64.'],
      ['36', '36, the length of a UUID.'],
      ['20', '20.', 'strict'],
    ],
  },
  'mtxid-characters': {
    question: 'Which characters can an mTxId contain?',
    section: '2.1',
    group: 'Contents of requests',
    options: [
      ['any', 'All.'],
      ['plain', 'ASCII letters, digits, dashes and underscores.'],
      ['dashes', 'ASCII letters and digits, and dashes between them.', 'strict'],
    ],
  },
  'longest-text': {
    question: 'How many characters can an entry of campaign or data have?',
    section: '8',
    group: 'Limits',
    options: [...TEXT_LIMITS, ['32', '32.', 'strict']],
  },
  'longest-authcode': {
    question: 'How many characters can an authCode have?',
    section: '8',
    group: 'Limits',
    options: [...TEXT_LIMITS, ['32', '32.'], ['16', '16.', 'strict']],
  },
  'empty-texts': {
    question: 'What happens to an empty text in campaign, data or authCode?',
    section: '2.1',
    group: 'Contents of requests',
    options: [
      TAKE,
      ['refuse', 'The request is refused.'],
      ['refuse-blank', 'The request is refused, also for a text of only spaces.', 'strict'],
    ],
  },
  'control-characters': {
    question: 'What happens to a text with control characters in campaign, data or authCode?',
    section: '2.1',
    group: 'Contents of requests',
    options: [TAKE, ['refuse-null', 'The request is refused if it contains U+0000.'], REFUSE],
  },
  'empty-lists': {
    question: 'What happens to a campaign or data without entries?',
    section: '2.1',
    group: 'Contents of requests',
    options: [TAKE, REFUSE],
  },
  'repeated-texts': {
    question: 'What happens to a campaign or data with two equal entries?',
    section: '2.1',
    group: 'Contents of requests',
    options: [TAKE, REFUSE],
  },
  'texts-beyond-bmp': {
    question: 'What happens to a text with characters beyond the Basic Multilingual Plane, such as emoji?',
    section: '2.1',
    group: 'Contents of requests',
    options: [TAKE, REFUSE],
  },
  'attack-like-texts': {
    question: 'What happens to a text that a web application firewall takes for an attack?',
    section: '2.1',
    group: 'Contents of requests',
    options: [TAKE, REFUSE],
  },
  trims: {
    question: 'What happens to white space at the ends of a nicn, region, processor or mTxId?',
    section: '2.1',
    group: 'Contents of requests',
    options: [
      ['keep', 'It is part of the value, and no nicn, region or processor has any.'],
      ['trim', 'It is removed.'],
    ],
  },
  'other-countries': {
    question: 'What happens to a fee call with another country than 840?',
    section: '2.1',
    group: 'Contents of requests',
    options: [
      ['free', 'The fee is 0, for any region, unless the merchant file has fees in that country.'],
      ['price', 'It is priced.'],
      REFUSE,
    ],
  },
  'equal-total': {
    question: 'What happens to a fee call whose totalAmount equals its amount?',
    section: '2.1',
    group: 'Contents of requests',
    options: [TAKE, REFUSE],
  },
  'most-texts': {
    question: 'How many entries can campaign and data each have?',
    section: '8',
    group: 'Limits',
    options: [
      ['any', 'Limited only by the size of the request.'],
      ['20', '20.'],
      ['10', '10.'],
      ['5', '5.', 'strict'],
    ],
  },
  'largest-body': {
    question: 'How many bytes can a request body have?',
    section: '8',
    group: 'Limits',
    options: [
      ['any', 'At least 256 KiB.'],
      ['65536', '64 KiB.'],
      ['8192', '8 KiB.'],
      ['2048', '2 KiB.'],
      ['1024', '1 KiB.', 'strict'],
    ],
  },
  lockout: {
    question: 'What happens after five calls with a wrong token?',
    section: '5',
    group: 'Tokens, headers and rate',
    options: [
      ['none', 'Nothing: a valid call is accepted.'],
      ['401', 'For a minute every call gets 401.'],
      ['429', 'For a minute every call gets 429 with Retry-After.'],
    ],
  },
  'rate-limiting': {
    question: 'How does the service limit the rate of requests?',
    section: '8',
    group: 'Tokens, headers and rate',
    options: [
      ['none', 'No limit.'],
      ['429', 'Every 50th request gets 429 with Retry-After.'],
      ['503', 'Every 50th request gets 503 with Retry-After.'],
    ],
  },
} as const satisfies Readonly<Record<string, ChoiceSpec>>;

export type ChoiceName = keyof typeof CHOICES;

export type OptionOf<N extends ChoiceName> = (typeof CHOICES)[N]['options'][number][0];

export type DefaultOf<N extends ChoiceName> = (typeof CHOICES)[N]['options'][0][0];

/** Choices of the mock, or observed ones: the type of `choices` in a report. */
export type Choices = { readonly [N in ChoiceName]?: OptionOf<N> };

/** The strictest service that the document allows: refuses everything that it may refuse. */
export const STRICT_CHOICES: Choices = Object.fromEntries(
  Object.entries<ChoiceSpec>(CHOICES).flatMap(([name, { options }]) =>
    options.filter(([, , strict]) => strict !== undefined).map(([option]) => [name, option]),
  ),
);

export const CHOICE_NAMES = Object.keys(CHOICES) as readonly ChoiceName[];

/** The options of a choice, the default one first. */
export function optionsOf<N extends ChoiceName>(name: N): readonly OptionOf<N>[] {
  return CHOICES[name].options.map(([option]) => option);
}

/** The options that grease draws from; none for a choice that it leaves alone. */
export function greasedOptions(name: ChoiceName): readonly string[] {
  const { greased = [] }: ChoiceSpec = CHOICES[name];

  return greased === 'all' ? optionsOf(name) : greased;
}

/** The default option of the mock. */
export function defaultOf<N extends ChoiceName>(name: N): OptionOf<N> {
  return CHOICES[name].options[0][0];
}

/** The JSON Schema of choices. */
export function choiceSchema() {
  return {
    description: 'What the mock does where the document leaves it open.',
    type: 'object',
    'x-expected': 'a JSON object with choices and their options',
    additionalProperties: false,
    properties: Object.fromEntries(
      CHOICE_NAMES.map((name) => {
        const options = optionsOf(name);

        // YAML reads 200 as a number.
        const shown = options.map((option) => (/^\d+$/.test(option) ? `"${option}"` : option));

        return [
          name,
          { description: CHOICES[name].question, enum: options, 'x-expected': `one of ${shown.join(', ')}` },
        ];
      }),
    ),
  } as const;
}
