/** What the document leaves open must not matter to a client: the rules, and what tolerance runs vary for each. */
import type { ChoiceName, OptionOf } from '../../../src/contract/choices.ts';
import {
  type ClientSpec,
  clientRule,
  TOLERANCE_RUNS,
  type ToleranceOption,
  type ToleranceRun,
} from '../../rule/client-rule.ts';

const SPECS: readonly ClientSpec[] = [
  {
    id: 'client-tolerance/success-status',
    section: '4.1',
    title: 'the client accepts any 2xx status of a success',
    fix: 'Compare the status with a range: every status from 200 to 299 is a success, unless message says otherwise.',
    example: { wrong: 'if (response.status === 200)', right: 'if (response.ok)' },
    options: [
      { run: 1, choices: { 'success-status': '201', 'sale-status': '201' } },
      { run: 2, choices: { 'success-status': '202', 'sale-status': '202' } },
      { choices: { 'success-status': '201' } },
      { choices: { 'sale-status': '201' } },
    ],
  },
  {
    id: 'client-tolerance/extra-response-fields',
    section: '2.2, 4.2',
    title: 'the client ignores response fields that it does not know',
    fix: 'Turn off the strict mode of the JSON library or of the schema, such as additionalProperties: false or FAIL_ON_UNKNOWN_PROPERTIES.',
    example: { wrong: 'z.strictObject({ … })', right: 'z.object({ transactionFee, sTxId, message })' },
    options: vary('extra-response-fields', { 1: 'nested', 2: 'flat' }),
  },
  {
    id: 'client-tolerance/field-order',
    section: '4.1',
    title: 'the client reads response fields by their names, in any order',
    fix: 'Parse the response as JSON and read each field by its name, and not by its position.',
    example: { wrong: "text.split(',')[0]", right: 'JSON.parse(text).transactionFee' },
    options: vary('field-order', { 1: 'reversed', 2: 'alphabetical' }),
  },
  {
    id: 'client-tolerance/json-layout',
    section: '4',
    title: 'the client parses JSON in any layout: line breaks, spaces and escapes',
    fix: 'Parse the response with a JSON library, and not with a text search or a regular expression.',
    example: { wrong: '/"sTxId":"([^"]+)"/.exec(text)', right: 'JSON.parse(text).sTxId' },
    options: vary('json-layout', { 1: 'indented', 2: 'escaped' }),
  },
  {
    id: 'client-tolerance/number-form',
    section: '2.2',
    title: 'the client reads the fee in any form of a JSON number',
    fix: 'Parse the fee as a JSON number, and write it with two decimals yourself: 2.4, 2.40 and 2.4e+0 are one number.',
    example: { wrong: "text.includes('2.40')", right: 'JSON.parse(text).transactionFee === 2.4' },
    shownBy: 'fee',
    options: vary('number-form', { 1: 'exponent', 2: 'two-decimals' }, ['six-decimals']),
  },
  {
    id: 'client-tolerance/stxid-form',
    section: '2.2',
    title: 'the client keeps an sTxId of any form and length',
    fix: 'Treat the sTxId as a string without a form: no UUID type, no number, no column of 36 characters, no change of case.',
    example: { wrong: 'stxid CHAR(36)', right: 'stxid TEXT' },
    options: vary('stxid-form', { 1: 'long', 2: 'digits' }, ['uuid', 'ulid', 'base64url', 'prefixed']),
  },
  {
    id: 'client-tolerance/json-charset',
    section: '4',
    title: 'the client accepts a Content-Type with parameters',
    fix: 'Compare the media type without its parameters.',
    example: { wrong: "type === 'application/json'", right: "type.startsWith('application/json')" },
    options: vary('response-media-type', { 1: 'json-charset' }),
  },
  {
    id: 'client-tolerance/refusal-form',
    section: '7',
    title:
      'the client handles a refusal in any form: problem details, JSON, HTML, no body, or a message that is not ok',
    fix: 'Decide by the status and by message, and read the body of a refusal only where it can be parsed.',
    example: { wrong: 'await response.json()', right: 'await response.text()' },
    shownBy: 'refusal',
    options: vary('refusal', { 3: 'html' }, [
      'json',
      'empty',
      '2xx-message',
      '2xx-message-stxid',
      '2xx-zero-fee',
      '2xx-zero-fee-stxid',
    ]),
  },
  {
    id: 'client-tolerance/refusal-status',
    section: '7',
    title: 'the client handles a refusal with any status',
    fix: 'Treat every status outside 2xx as a refusal.',
    example: { wrong: 'if (response.status === 422)', right: 'if (!response.ok)' },
    shownBy: 'refusal',
    options: [
      {
        run: 3,
        choices: {
          'refusal-status': '409',
          'malformed-json-status': '422',
          'unknown-transaction-status': '410',
        },
      },
      { choices: { 'refusal-status': '404' } },
      { choices: { 'refusal-status': '400', 'unknown-transaction-status': '404' } },
      { choices: { 'refusal-status': '500', 'malformed-json-status': '500' } },
    ],
  },
  {
    id: 'client-tolerance/response-media-type',
    section: '4',
    title: 'the client parses a success whatever media type it names',
    fix: 'Parse the body as JSON even where Content-Type is missing or another one.',
    example: { wrong: "if (type === 'application/json')", right: 'JSON.parse(await response.text())' },
    options: vary('response-media-type', { 3: 'text-plain' }, ['json-suffix', 'none']),
  },
  {
    id: 'client-tolerance/zero-fee',
    section: '2.2',
    title: 'the client accepts a fee of 0',
    fix: 'Compare the fee with undefined, and not by its truth: 0 is a fee. If only an assertion of your tests wants a fee above 0, let it accept 0 as well: the client may be sound.',
    example: { wrong: 'if (!body.transactionFee) …', right: 'if (body.transactionFee === undefined) …' },
    shownBy: 'fee',
    options: [{ run: 4, faults: ['path=/v1/ch: zero-fee'] }],
  },
  {
    id: 'client-tolerance/late-answers',
    section: '4',
    title: 'the client waits two seconds more for a response',
    fix: 'Allow at least five seconds for a response, and ten where a person does not wait.',
    example: { wrong: 'timeout: 1000', right: 'timeout: 10_000' },
    options: [
      // Two seconds, on the first call of each operation: tests have time limits of their own.
      { run: 5, faults: ['path=/v1/ch, times=1: latency=2000', 'path=/v1/ch/sale, times=1: latency=2000'] },
      // An update has a time limit of its own in some clients.
      { faults: ['path=/v1/ch, times=1: latency=0', 'path=/v1/ch, times=1: latency=2000'] },
    ],
  },
  {
    id: 'client-tolerance/connection-close',
    section: '4',
    title: 'the client opens a new connection where the service closes one',
    fix: 'Let the HTTP library manage connections, and repeat nothing on one that is closed.',
    example: { wrong: 'one socket for all requests', right: 'a pool of connections, as fetch has one' },
    options: [{ run: 3, faults: ['close'] }],
  },
];

export const TOLERANCE_RULES = SPECS.map(clientRule);

/** Options of one choice: those of the runs of the effort `standard`, and those that only `deep` tries. */
function vary<N extends ChoiceName>(
  choice: N,
  standard: Readonly<Partial<Record<ToleranceRun, OptionOf<N>>>>,
  rare: readonly OptionOf<N>[] = [],
): readonly ToleranceOption[] {
  const inRuns = TOLERANCE_RUNS.flatMap((run) => {
    const option = standard[run];

    return option === undefined ? [] : [{ run, choices: { [choice]: option } }];
  });

  return [...inRuns, ...rare.map((option) => ({ choices: { [choice]: option } }))];
}
