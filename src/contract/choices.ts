/** The one list of what the document leaves open. The mock makes these choices, the suite observes and never judges them. */

interface ChoiceSpec {
  /** One sentence. */
  readonly question: string;
  /** Section of the document that leaves it open. */
  readonly section: string;
  /** Each with what it means, in a sentence. The first is what the mock does unless it is told otherwise. */
  readonly options: readonly [OptionSpec, OptionSpec, ...OptionSpec[]];
}

type OptionSpec = readonly [option: string, meaning: string];

/** The names and options never change: reports and scripts speak of them. */
export const CHOICES = {
  'success-status': {
    question: 'Which HTTP status does the answer to an accepted fee call have?',
    section: '4.1',
    options: [
      ['200', 'OK.'],
      ['201', 'Created.'],
      ['202', 'Accepted.'],
    ],
  },
  'sale-status': {
    question: 'Which HTTP status does the answer to an accepted sale have?',
    section: '4.2',
    options: [
      ['200', 'OK.'],
      ['201', 'Created.'],
      ['202', 'Accepted.'],
    ],
  },
  'extra-response-fields': {
    question: 'Which fields beside those of the document does an accepted answer have?',
    section: '4.2',
    options: [
      ['none', 'None.'],
      ['flat', 'Some texts, numbers and booleans; a sale has a message ok as well.'],
      ['nested', 'Objects, arrays and nulls, some with names that the document uses elsewhere.'],
    ],
  },
  'number-form': {
    question: 'How is the fee written?',
    section: '2.2',
    options: [
      ['shortest', 'With as few digits as it needs, such as 2.4.'],
      ['two-decimals', 'With cents, such as 2.40.'],
      ['six-decimals', 'With zeros that say nothing, such as 2.400000.'],
      ['exponent', 'With an exponent, such as 2.4e+0.'],
    ],
  },
  'field-order': {
    question: 'In which order do the fields of an accepted answer come?',
    section: '4.1',
    options: [
      ['documented', 'As the document lists them.'],
      ['reversed', 'The other way round.'],
      ['alphabetical', 'By their names.'],
    ],
  },
  'json-layout': {
    question: 'How is the JSON of an accepted answer laid out?',
    section: '4',
    options: [
      ['compact', 'On one line, without spaces.'],
      ['indented', 'On many lines.'],
      ['escaped', 'On one line, letters of texts and names written as escapes.'],
    ],
  },
  'response-media-type': {
    question: 'Which Content-Type does an accepted answer have?',
    section: '4',
    options: [
      ['json', 'application/json.'],
      ['json-charset', 'application/json; charset=utf-8.'],
      ['json-suffix', 'A media type of its own that ends in +json.'],
      ['text-plain', 'text/plain.'],
      ['none', 'No Content-Type at all.'],
    ],
  },
  'stxid-form': {
    question: 'What does an sTxId look like?',
    section: '2.2',
    options: [
      ['hex', '32 hexadecimal digits.'],
      ['uuid', 'A UUID.'],
      ['ulid', '26 digits and capital letters, as a ULID has them.'],
      ['base64url', '22 letters of either case, digits, dashes and underscores.'],
      ['digits', '39 digits, more than a number can hold.'],
      ['prefixed', 'A prefix and 32 hexadecimal digits.'],
      ['long', 'More than 255 characters.'],
    ],
  },
  refusal: {
    question: 'In which form is a request refused?',
    section: '7',
    options: [
      ['problem', 'Problem details (RFC 9457) that name everything that is wrong.'],
      ['json', 'A JSON object with message, reasonCode and reason.'],
      ['html', 'A page of HTML.'],
      ['empty', 'A status without a body.'],
      ['2xx-message', 'The status of success, with a message that is not ok.'],
      ['2xx-message-stxid', 'Likewise, and to a fee call also an sTxId, which names no transaction.'],
      ['2xx-zero-fee', 'As 2xx-message, and to a fee call also a transactionFee of 0.'],
      ['2xx-zero-fee-stxid', 'As 2xx-message, and to a fee call also both of these.'],
    ],
  },
  'refusal-status': {
    question: 'Which HTTP status refuses a request for its content?',
    section: '7',
    options: [
      ['422', 'Unprocessable Content.'],
      ['400', 'Bad Request.'],
      ['404', 'Not Found.'],
      ['409', 'Conflict.'],
      ['500', 'Internal Server Error.'],
    ],
  },
  'malformed-json-status': {
    question: 'Which HTTP status refuses a body that is not JSON?',
    section: '7',
    options: [
      ['400', 'Bad Request.'],
      ['422', 'Unprocessable Content.'],
      ['500', 'Internal Server Error.'],
    ],
  },
  'unknown-transaction-status': {
    question: 'Which HTTP status refuses identifiers that lead to no transaction?',
    section: '7',
    options: [
      ['422', 'Unprocessable Content.'],
      ['404', 'Not Found.'],
      ['400', 'Bad Request.'],
      ['410', 'Gone.'],
    ],
  },
  'missing-token': {
    question: 'What becomes of a request without a token?',
    section: '5',
    options: [
      ['401', 'It is refused with 401.'],
      ['403', 'It is refused with 403.'],
      ['400', 'It is refused with 400.'],
      ['take', 'It is treated as a request of the default merchant.'],
    ],
  },
  'invalid-token': {
    question: 'What becomes of a request whose token is no JWT, or names an unknown merchant?',
    section: '5',
    options: [
      ['401', 'It is refused with 401.'],
      ['403', 'It is refused with 403.'],
      ['400', 'It is refused with 400.'],
      ['take', 'It is treated as a request of the default merchant.'],
    ],
  },
  'expired-token': {
    question: 'What becomes of a request whose token says that it has expired?',
    section: '5',
    options: [
      ['take', 'It is taken: nobody looks.'],
      ['refuse', 'It is refused as an invalid token is.'],
    ],
  },
  'missing-x-requested-with': {
    question: 'What becomes of a request without the header X-Requested-With?',
    section: '5',
    options: [
      ['refuse', 'It is refused.'],
      ['take', 'It is taken.'],
    ],
  },
  'unknown-stxid-on-fee': {
    question: 'What becomes of a fee call whose sTxId names no transaction?',
    section: '4.1',
    options: [
      ['refuse', 'It is refused.'],
      ['open', 'It is taken as if the sTxId were not there.'],
    ],
  },
  'mismatched-identifiers': {
    question: 'What becomes of a call whose mTxId is not that of the transaction that its sTxId names?',
    section: '2.3',
    options: [
      ['refuse', 'It is refused.'],
      ['stxid-decides', 'It is about the transaction of the sTxId, and the mTxId is ignored.'],
    ],
  },
  'partial-update': {
    question: 'What becomes of an update that leaves out amount, nicn or region?',
    section: '4.1',
    options: [
      ['refuse', 'It is refused.'],
      ['keep', 'What is left out stays as it was.'],
    ],
  },
  'update-after-sale': {
    question: 'What becomes of a fee call that names a transaction with a sale?',
    section: '3',
    options: [
      ['take', 'It prices the transaction anew.'],
      ['keep', 'It is answered with the fee as it was, and changes nothing.'],
      ['refuse', 'It is refused.'],
    ],
  },
  'update-to-another-card': {
    question: 'What becomes of an update that names another card?',
    section: '4.1',
    options: [
      ['take', 'It prices the transaction for that card.'],
      ['refuse', 'It is refused.'],
    ],
  },
  'second-sale': {
    question: 'What becomes of a second sale of a transaction?',
    section: '4.2',
    options: [
      ['replace', 'It takes the place of the first.'],
      ['keep', 'It is answered like the first, and changes nothing.'],
      ['refuse', 'It is refused.'],
    ],
  },
  'unknown-request-fields': {
    question: 'What becomes of a request with fields that the document does not have?',
    section: '2.1',
    options: [
      ['ignore', 'It is taken as if they were not there.'],
      ['refuse', 'It is refused.'],
    ],
  },
  'null-optional-fields': {
    question: 'What becomes of a request with null in an optional field?',
    section: '2.1',
    options: [
      ['refuse', 'It is refused.'],
      ['ignore', 'It is taken as if the field were not there.'],
    ],
  },
  'zero-amount': {
    question: 'What becomes of a fee call with an amount of 0?',
    section: '8',
    options: [
      ['take', 'It is priced.'],
      ['refuse', 'It is refused.'],
    ],
  },
  'amount-beyond-cents': {
    question: 'What becomes of an amount with more than two decimals?',
    section: '8',
    options: [
      ['take', 'It is priced as it is.'],
      ['round', 'It is rounded to cents first.'],
      ['refuse', 'It is refused.'],
    ],
  },
  'largest-amount': {
    question: 'Which is the largest amount taken, in US dollars?',
    section: '8',
    options: [
      ['any', 'There is none.'],
      ['1000000', 'One million.'],
      ['100000', 'One hundred thousand.'],
      ['10000', 'Ten thousand.'],
    ],
  },
  'longest-mtxid': {
    question: 'How many characters may an mTxId have?',
    section: '8',
    options: [
      ['any', 'As many as fit into a request.'],
      ['255', '255.'],
      ['64', '64.'],
      ['36', '36, as many as a UUID.'],
      ['20', '20.'],
    ],
  },
  'mtxid-characters': {
    question: 'Which characters may an mTxId have?',
    section: '2.1',
    options: [
      ['any', 'All.'],
      ['plain', 'ASCII letters, digits, dashes and underscores.'],
    ],
  },
  'longest-text': {
    question: 'How many characters may a text in campaign or data have?',
    section: '8',
    options: [
      ['any', 'As many as fit into a request.'],
      ['1000', '1,000.'],
      ['255', '255.'],
      ['50', '50.'],
      ['32', '32.'],
    ],
  },
  'longest-authcode': {
    question: 'How many characters may an authCode have?',
    section: '8',
    options: [
      ['any', 'As many as fit into a request.'],
      ['1000', '1,000.'],
      ['255', '255.'],
      ['50', '50.'],
      ['32', '32.'],
    ],
  },
  'empty-texts': {
    question: 'What becomes of an empty text in campaign, data or authCode?',
    section: '2.1',
    options: [
      ['take', 'It is accepted.'],
      ['refuse', 'It is refused.'],
      ['refuse-blank', 'It is refused, and so is a text of spaces alone.'],
    ],
  },
  'control-characters': {
    question: 'What becomes of a text with control characters in campaign, data or authCode?',
    section: '2.1',
    options: [
      ['take', 'It is accepted.'],
      ['refuse-null', 'It is refused where one of them is U+0000.'],
      ['refuse', 'It is refused.'],
    ],
  },
  'most-texts': {
    question: 'How many texts may campaign and data have each?',
    section: '8',
    options: [
      ['any', 'As many as fit into a request.'],
      ['20', '20.'],
      ['10', '10.'],
      ['5', '5.'],
    ],
  },
  'largest-body': {
    question: 'How many bytes may the body of a request have?',
    section: '8',
    options: [
      ['any', 'At least 256 KiB.'],
      ['65536', '64 KiB.'],
      ['8192', '8 KiB.'],
      ['2048', '2 KiB.'],
      ['1024', '1 KiB.'],
    ],
  },
  'rate-limiting': {
    question: 'How is a client told that it asks too often?',
    section: '8',
    options: [
      ['none', 'It never is.'],
      ['429', 'Every 50th request is answered 429 with Retry-After.'],
      ['503', 'Every 50th request is answered 503 with Retry-After.'],
    ],
  },
} as const satisfies Readonly<Record<string, ChoiceSpec>>;

export type ChoiceName = keyof typeof CHOICES;

export type OptionOf<N extends ChoiceName> = (typeof CHOICES)[N]['options'][number][0];

/** Choices made, or observed: the member `choices` of a report has this shape. */
export type Choices = { readonly [N in ChoiceName]?: OptionOf<N> };

/** The strictest service that the document allows: what it leaves open, and may be refused, is refused. */
export const STRICT_CHOICES = {
  'missing-token': '401',
  'invalid-token': '401',
  'expired-token': 'refuse',
  'missing-x-requested-with': 'refuse',
  'unknown-stxid-on-fee': 'refuse',
  'mismatched-identifiers': 'refuse',
  'partial-update': 'refuse',
  'update-after-sale': 'refuse',
  'update-to-another-card': 'refuse',
  'second-sale': 'refuse',
  'unknown-request-fields': 'refuse',
  'null-optional-fields': 'refuse',
  'zero-amount': 'refuse',
  'amount-beyond-cents': 'refuse',
  'largest-amount': '10000',
  'longest-mtxid': '36',
  'mtxid-characters': 'plain',
  'longest-text': '32',
  'longest-authcode': '32',
  'empty-texts': 'refuse-blank',
  'control-characters': 'refuse',
  'most-texts': '5',
  'largest-body': '1024',
} as const satisfies Choices;

export const CHOICE_NAMES = Object.keys(CHOICES) as readonly ChoiceName[];

/** The options of a choice, the default one first. */
export function optionsOf<N extends ChoiceName>(name: N): readonly OptionOf<N>[] {
  return CHOICES[name].options.map(([option]) => option);
}

/** What the mock does unless it is told otherwise. */
export function defaultOf<N extends ChoiceName>(name: N): OptionOf<N> {
  return CHOICES[name].options[0][0];
}
