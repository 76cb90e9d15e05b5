/** The choices that the document leaves open: the mock makes them, the suite only observes them. */

interface ChoiceSpec {
  /** One sentence. */
  readonly question: string;
  /** Section of the document that leaves it open. */
  readonly section: string;
  /** The options with their meanings; the first one is the default of the mock. */
  readonly options: readonly [OptionSpec, OptionSpec, ...OptionSpec[]];
}

/** Groups of choices, as the console shows them, each with its place in openapi.yaml as a JSON pointer. */
const GROUPS = {
  Responses: '/paths/~1v1~1ch/post/responses/2XX',
  Refusals: '/paths/~1v1~1ch/post/responses/default',
  'Tokens, headers and rate': '/components/securitySchemes/merchantToken',
  Transactions: '/paths/~1v1~1ch/post/description',
  'Contents of requests': '/components/schemas/FeeRequest/properties',
  Limits: '/components/schemas/FeeRequest/properties',
} as const;

interface Grouped {
  readonly group: keyof typeof GROUPS;
  readonly place: string;
}

function inGroup<const Choices extends Readonly<Record<string, ChoiceSpec>>>(
  group: keyof typeof GROUPS,
  choices: Choices,
) {
  const grouped = Object.entries(choices).map(([name, choice]) => [
    name,
    { ...choice, group, place: GROUPS[group] },
  ]);

  return Object.fromEntries(grouped) as { readonly [Name in keyof Choices]: Choices[Name] & Grouped };
}

/**
 * One option is the strictest that the document allows, where there is a stricter one. Grease draws from the greased ones:
 * only those that clients must handle by the document and by HTTP. A 500, for example, would mean something else.
 */
type OptionSpec = readonly [option: string, meaning: string, mark?: 'strict' | 'greased'];

function choice<const Options extends ChoiceSpec['options']>(
  section: string,
  question: string,
  options: Options,
) {
  return { section, question, options };
}

/** In characters. */
const TEXT_LIMITS = [
  ['any', 'Limited only by the size of the request.'],
  ['1000', '1,000.'],
  ['255', '255.'],
  ['50', '50.'],
] as const;

const SUCCESS_STATUSES = [
  ['200', 'OK.', 'greased'],
  ['201', 'Created.', 'greased'],
  ['202', 'Accepted.', 'greased'],
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
  ...inGroup('Responses', {
    'success-status': choice('4.1', 'Which HTTP status does an accepted fee call return?', SUCCESS_STATUSES),
    'sale-status': choice('4.2', 'Which HTTP status does an accepted sale return?', SUCCESS_STATUSES),
    'extra-response-fields': choice('4.2', 'Which undocumented fields does a success response have?', [
      ['none', 'None.', 'greased'],
      ['flat', 'Some strings, numbers and booleans; a sale also has a message ok.', 'greased'],
      ['nested', 'Objects, arrays and nulls, some with names of documented fields.', 'greased'],
    ]),
    'number-form': choice('2.2', 'How is the fee formatted?', [
      ['shortest', 'The shortest form, such as 2.4.', 'greased'],
      ['two-decimals', 'Two decimals, such as 2.40.', 'greased'],
      ['six-decimals', 'Six decimals, such as 2.400000.', 'greased'],
      ['exponent', 'An exponent, such as 2.4e+0.', 'greased'],
    ]),
    'field-order': choice('4.1', 'In which order does a success response have its fields?', [
      ['documented', 'The order of the document.', 'greased'],
      ['reversed', 'The reverse order.', 'greased'],
      ['alphabetical', 'Alphabetical order.', 'greased'],
    ]),
    'json-layout': choice('4', 'How is the JSON of a success response formatted?', [
      ['compact', 'One line without spaces.', 'greased'],
      ['indented', 'Indented, on several lines.', 'greased'],
      ['escaped', 'One line, with letters in strings and names escaped.', 'greased'],
    ]),
    'response-media-type': choice('4', 'Which Content-Type does a success response have?', [
      ['json', 'application/json.', 'greased'],
      ['json-charset', 'application/json; charset=utf-8.', 'greased'],
      ['json-suffix', 'A custom media type that ends in +json.'],
      ['text-plain', 'text/plain.'],
      ['none', 'No Content-Type.'],
    ]),
    'stxid-form': choice('2.2', 'Which form does an sTxId have?', [
      ['hex', '32 hexadecimal digits.'],
      ['uuid', 'A UUID.'],
      ['ulid', 'A ULID: 26 digits and capital letters.'],
      ['base64url', '22 letters, digits, dashes and underscores.'],
      ['digits', '39 digits, beyond the precision of a number.'],
      ['prefixed', 'A prefix and 32 hexadecimal digits.'],
      ['long', 'More than 255 characters: upper and lower case, +, / and =.'],
    ]),
  }),
  ...inGroup('Refusals', {
    refusal: choice('7', 'Which form does a refusal have?', [
      ['problem', 'Problem details (RFC 9457) with all violations.', 'greased'],
      ['json', 'A JSON object with message, reasonCode and reason.', 'greased'],
      ['html', 'An HTML page.', 'greased'],
      ['empty', 'A status without a body.', 'greased'],
      ['2xx-message', 'A success status with a message other than ok.', 'greased'],
      ['2xx-message-stxid', 'The same; fee calls also get an sTxId of no transaction.', 'greased'],
      ['2xx-zero-fee', 'As 2xx-message; fee calls also get a transactionFee of 0.', 'greased'],
      ['2xx-zero-fee-stxid', 'As 2xx-message; fee calls also get both fields.', 'greased'],
    ]),
    'refusal-status': choice('7', 'Which HTTP status does a request with invalid content get?', [
      ['422', 'Unprocessable Content.', 'greased'],
      ['400', 'Bad Request.', 'greased'],
      ['404', 'Not Found.', 'greased'],
      ['409', 'Conflict.', 'greased'],
      ['500', 'Internal Server Error.'],
    ]),
    'malformed-json-status': choice('7', 'Which HTTP status does a body of invalid JSON get?', [
      ['400', 'Bad Request.', 'greased'],
      ['422', 'Unprocessable Content.', 'greased'],
      ['500', 'Internal Server Error.'],
    ]),
    'unknown-transaction-status': choice('7', 'Which HTTP status do identifiers of no transaction get?', [
      ['422', 'Unprocessable Content.', 'greased'],
      ['404', 'Not Found.', 'greased'],
      ['400', 'Bad Request.', 'greased'],
      ['410', 'Gone.', 'greased'],
    ]),
  }),
  ...inGroup('Tokens, headers and rate', {
    'missing-token': choice('5', 'What happens to a request without a token?', TOKEN_OPTIONS),
    'invalid-token': choice(
      '5',
      'What happens to a request with a malformed token or an unknown merchant?',
      TOKEN_OPTIONS,
    ),
    'expired-token': choice('5', 'What happens to a request with an expired token?', [
      ['take', 'The request is accepted; exp is not validated.'],
      ['refuse', 'The request is refused like one with an invalid token.', 'strict'],
    ]),
    'missing-x-requested-with': choice(
      '5',
      'What happens to a request without the header X-Requested-With?',
      [REFUSE, TAKE],
    ),
    lockout: choice('5', 'What happens after five calls with a wrong token?', [
      ['none', 'Nothing: a valid call is accepted.'],
      ['401', 'For a minute every call gets 401.'],
      ['429', 'For a minute every call gets 429 with Retry-After.'],
    ]),
    'rate-limiting': choice('8', 'How does the service limit the rate of requests?', [
      ['none', 'No limit.'],
      ['429', 'Every 50th request gets 429 with Retry-After.'],
      ['503', 'Every 50th request gets 503 with Retry-After.'],
    ]),
  }),
  ...inGroup('Transactions', {
    'unknown-stxid-on-fee': choice('4.1', 'What happens to a fee call with an unknown sTxId?', [
      REFUSE,
      ['open', 'The sTxId is ignored.'],
    ]),
    'mismatched-identifiers': choice('2.3', 'What happens to a call whose mTxId contradicts its sTxId?', [
      REFUSE,
      ['stxid-decides', 'The sTxId is used, the mTxId ignored.'],
    ]),
    'partial-update': choice('4.1', 'What happens to an update without amount, nicn or region?', [
      REFUSE,
      ['keep', 'Missing fields keep their values.'],
    ]),
    'update-after-sale': choice('3', 'What happens to a fee call for a transaction with a sale?', [
      ['take', 'The fee is recalculated.'],
      ['keep', 'The response has the previous fee; nothing changes.'],
      REFUSE,
    ]),
    'update-to-another-card': choice('4.1', 'What happens to an update with another card?', [
      ['take', 'The fee is recalculated for that card.'],
      REFUSE,
    ]),
    'second-sale': choice('4.2', 'What happens to a second sale of a transaction?', [
      ['replace', 'The second sale replaces the first.'],
      ['keep', 'The response is that of the first sale; nothing changes.'],
      REFUSE,
    ]),
  }),
  ...inGroup('Contents of requests', {
    'unknown-request-fields': choice('2.1', 'What happens to a request with undocumented fields?', [
      ['ignore', 'The fields are ignored.'],
      REFUSE,
    ]),
    'null-optional-fields': choice('2.1', 'What happens to a request with null in an optional field?', [
      REFUSE,
      ['ignore', 'The field is ignored.'],
    ]),
    'zero-amount': choice('8', 'What happens to a fee call with an amount of 0?', [TAKE, REFUSE]),
    'amount-beyond-cents': choice('8', 'What happens to an amount with more than two decimals?', [
      ['take', 'The exact amount is priced.'],
      ['round', 'The amount is rounded to cents first.'],
      REFUSE,
    ]),
    'mtxid-characters': choice('2.1', 'Which characters can an mTxId contain?', [
      ['any', 'All.'],
      ['plain', 'ASCII letters, digits, dashes and underscores.'],
      ['dashes', 'ASCII letters and digits, and dashes between them.', 'strict'],
    ]),
    'empty-texts': choice('2.1', 'What happens to an empty text in campaign, data or authCode?', [
      TAKE,
      ['refuse', 'The request is refused.'],
      ['refuse-blank', 'The request is refused, also for a text of only spaces.', 'strict'],
    ]),
    'control-characters': choice(
      '2.1',
      'What happens to a text with control characters in campaign, data or authCode?',
      [TAKE, ['refuse-null', 'The request is refused if it contains U+0000.'], REFUSE],
    ),
    'empty-lists': choice('2.1', 'What happens to a campaign or data without entries?', [TAKE, REFUSE]),
    'repeated-texts': choice('2.1', 'What happens to a campaign or data with two equal entries?', [
      TAKE,
      REFUSE,
    ]),
    'texts-beyond-bmp': choice(
      '2.1',
      'What happens to a text with characters beyond the Basic Multilingual Plane, such as emoji?',
      [TAKE, REFUSE],
    ),
    'attack-like-texts': choice(
      '2.1',
      'What happens to a text that a web application firewall takes for an attack?',
      [TAKE, REFUSE],
    ),
    trims: choice('2.1', 'What happens to white space at the ends of a nicn, region, processor or mTxId?', [
      ['keep', 'It is part of the value, and no nicn, region or processor has any.'],
      ['trim', 'It is removed.'],
    ]),
    'other-countries': choice('2.1', 'What happens to a fee call with another country than 840?', [
      ['free', 'The fee is 0, for any region, unless the merchant file has fees in that country.'],
      ['price', 'It is priced.'],
      REFUSE,
    ]),
    'equal-total': choice('2.1', 'What happens to a fee call whose totalAmount equals its amount?', [
      TAKE,
      REFUSE,
    ]),
  }),
  ...inGroup('Limits', {
    'largest-amount': choice('8', 'What is the largest accepted amount, in US dollars?', [
      ['any', 'Unlimited.'],
      ['1000000', 'One million.'],
      ['100000', 'One hundred thousand.'],
      ['10000', 'Ten thousand.', 'strict'],
    ]),
    'longest-mtxid': choice('8', 'How many characters can an mTxId have?', [
      ['any', 'Limited only by the size of the request.'],
      ['255', '255.'],
      ['64', '64.'],
      ['36', '36, the length of a UUID.'],
      ['20', '20.', 'strict'],
    ]),
    'longest-text': choice('8', 'How many characters can an entry of campaign or data have?', [
      ...TEXT_LIMITS,
      ['32', '32.', 'strict'],
    ]),
    'longest-authcode': choice('8', 'How many characters can an authCode have?', [
      ...TEXT_LIMITS,
      ['32', '32.'],
      ['16', '16.', 'strict'],
    ]),
    'most-texts': choice('8', 'How many entries can campaign and data each have?', [
      ['any', 'Limited only by the size of the request.'],
      ['20', '20.'],
      ['10', '10.'],
      ['5', '5.', 'strict'],
    ]),
    'largest-body': choice('8', 'How many bytes can a request body have?', [
      ['any', 'At least 256 KiB.'],
      ['65536', '64 KiB.'],
      ['8192', '8 KiB.'],
      ['2048', '2 KiB.'],
      ['1024', '1 KiB.', 'strict'],
    ]),
  }),
};

export type ChoiceName = keyof typeof CHOICES;

export type OptionOf<N extends ChoiceName> = (typeof CHOICES)[N]['options'][number][0];

export type DefaultOf<N extends ChoiceName> = (typeof CHOICES)[N]['options'][0][0];

/** Choices of the mock, or observed ones: the type of `choices` in a report. */
export type Choices = { readonly [N in ChoiceName]?: OptionOf<N> };

/** The strictest service that the document allows: refuses everything that it may refuse. */
export const STRICT_CHOICES: Choices = Object.fromEntries(
  Object.entries<ChoiceSpec>(CHOICES).flatMap(([name, { options }]) =>
    options.filter(([, , mark]) => mark === 'strict').map(([option]) => [name, option]),
  ),
);

export const CHOICE_NAMES = Object.keys(CHOICES) as readonly ChoiceName[];

/** The options of a choice, the default one first. */
export function optionsOf<N extends ChoiceName>(name: N): readonly OptionOf<N>[] {
  return CHOICES[name].options.map(([option]) => option);
}

/** The options that grease draws from; none for a choice that it leaves alone. */
export function greasedOptions(name: ChoiceName): readonly string[] {
  const { options }: ChoiceSpec = CHOICES[name];

  return options.filter(([, , mark]) => mark === 'greased').map(([option]) => option);
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
