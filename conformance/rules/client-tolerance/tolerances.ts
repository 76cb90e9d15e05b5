/** What the document leaves open must not matter to a client. Runs of its command decide these rules. */
import type { ClientRule } from '../../rule/client-rule.ts';

const successStatus: ClientRule = {
  id: 'client-tolerance/success-status',
  section: '4.1',
  level: 'must',
  title: 'the client accepts any 2xx status of a success',
  fix: 'Compare the status with a range: every status from 200 to 299 is a success, unless message says otherwise.',
  example: { wrong: 'if (response.status === 200)', right: 'if (response.ok)' },
};

const extraResponseFields: ClientRule = {
  id: 'client-tolerance/extra-response-fields',
  section: '2.2, 4.2',
  level: 'must',
  title: 'the client ignores response fields that it does not know',
  fix: 'Turn off the strict mode of the JSON library or of the schema, such as additionalProperties: false or FAIL_ON_UNKNOWN_PROPERTIES.',
  example: {
    wrong: 'z.strictObject({ transactionFee, sTxId, message })',
    right: 'z.object({ transactionFee, sTxId, message })',
  },
};

const fieldOrder: ClientRule = {
  id: 'client-tolerance/field-order',
  section: '4.1',
  level: 'must',
  title: 'the client reads response fields by their names, in any order',
  fix: 'Parse the response as JSON and read each field by its name, and not by its position.',
  example: {
    wrong: '/^\\{"transactionFee":([0-9.]+),/.exec(text)',
    right: 'JSON.parse(text).transactionFee',
  },
};

const jsonLayout: ClientRule = {
  id: 'client-tolerance/json-layout',
  section: '4',
  level: 'must',
  title: 'the client parses JSON in any layout: line breaks, spaces and escapes',
  fix: 'Parse the response with a JSON library, and not with a text search or a regular expression.',
  example: { wrong: '/"sTxId":"([^"]+)"/.exec(text)', right: 'JSON.parse(text).sTxId' },
};

const numberForm: ClientRule = {
  id: 'client-tolerance/number-form',
  section: '2.2',
  level: 'must',
  title: 'the client reads the fee in any form of a JSON number',
  fix: 'Parse the fee as a JSON number, and write it with two decimals yourself: 2.4, 2.40 and 2.4e+0 are one number.',
  example: {
    wrong: "expect(text).toContain('2.40')",
    right: 'expect(JSON.parse(text).transactionFee).toBe(2.4)',
  },
};

const stxidForm: ClientRule = {
  id: 'client-tolerance/stxid-form',
  section: '2.2',
  level: 'must',
  title: 'the client keeps an sTxId of any form and length',
  fix: 'Treat the sTxId as a string without a form: no UUID type, no number, no column of 36 characters, no change of case.',
  example: { wrong: 'stxid CHAR(36)', right: 'stxid TEXT' },
};

const jsonCharset: ClientRule = {
  id: 'client-tolerance/json-charset',
  section: '4',
  level: 'must',
  title: 'the client accepts a Content-Type with parameters',
  fix: 'Compare the media type without its parameters.',
  example: {
    wrong: "type === 'application/json'",
    right: "type.split(';')[0].trim() === 'application/json'",
  },
};

const refusalForm: ClientRule = {
  id: 'client-tolerance/refusal-form',
  section: '7',
  level: 'should',
  title:
    'the client handles a refusal in any form: problem details, JSON, HTML, no body, or a message that is not ok',
  fix: 'Decide by the status and by message, and read the body of a refusal only where it can be parsed.',
  example: {
    wrong: 'const { detail } = await response.json();',
    right: 'const text = await response.text();',
  },
};

const refusalStatus: ClientRule = {
  id: 'client-tolerance/refusal-status',
  section: '7',
  level: 'should',
  title: 'the client handles a refusal with any status',
  fix: 'Treat every status outside 2xx as a refusal.',
  example: { wrong: 'if (response.status === 422)', right: 'if (!response.ok)' },
};

const responseMediaType: ClientRule = {
  id: 'client-tolerance/response-media-type',
  section: '4',
  level: 'should',
  title: 'the client parses a success whatever media type it names',
  fix: 'Parse the body as JSON even where Content-Type is missing or another one.',
  example: { wrong: "if (type.startsWith('application/json'))", right: 'JSON.parse(await response.text())' },
};

const zeroFee: ClientRule = {
  id: 'client-tolerance/zero-fee',
  section: '2.2',
  level: 'should',
  title: 'the client accepts a fee of 0',
  fix: 'Compare the fee with undefined, and not by its truth: 0 is a fee.',
  example: {
    wrong: 'if (!body.transactionFee) throw …',
    right: 'if (body.transactionFee === undefined) throw …',
  },
};

const lateAnswers: ClientRule = {
  id: 'client-tolerance/late-answers',
  section: '4',
  level: 'should',
  title: 'the client waits two seconds more for a response',
  fix: 'Allow at least five seconds for a response, and ten where a person does not wait.',
  example: { wrong: 'timeout: 1000', right: 'timeout: 10_000' },
};

const connectionClose: ClientRule = {
  id: 'client-tolerance/connection-close',
  section: '4',
  level: 'should',
  title: 'the client opens a new connection where the service closes one',
  fix: 'Let the HTTP library manage connections, and repeat nothing on one that is closed.',
  example: { wrong: 'one socket for all requests', right: 'a pool of connections, as fetch has one' },
};

export const TOLERANCES: readonly ClientRule[] = [
  successStatus,
  extraResponseFields,
  fieldOrder,
  jsonLayout,
  numberForm,
  stxidForm,
  jsonCharset,
  refusalForm,
  refusalStatus,
  responseMediaType,
  zeroFee,
  lateAnswers,
  connectionClose,
];
