/** Makes the JSON Schema of the report from its types. The only file that uses ts-json-schema-generator. */
import { createGenerator, type Schema } from 'ts-json-schema-generator';

/** How the fields of a rule depend on each other, which its type does not express. */
const BETWEEN_FIELDS: readonly Schema[] = [
  {
    type: 'object',
    if: { type: 'object', properties: { outcome: { enum: ['fail', 'unstable'] } } },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { required: ['counterexample'] },
    else: { properties: { counterexample: false, replay: false, shape: false, otherFailures: false } },
  },
  {
    type: 'object',
    if: { type: 'object', properties: { outcome: { enum: ['fail', 'unstable', 'blocked'] } } },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: true,
    else: { properties: { waived: false, known: false } },
  },
  {
    type: 'object',
    if: { type: 'object', properties: { outcome: { const: 'pass' } } },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: true,
    else: { properties: { reason: { type: 'string', minLength: 1 } } },
  },
];

/** Left out, so that the schema allows any rule id: later versions add rules. */
const LEFT_OUT = ['MustRule', 'ShouldRule', 'ObserveRule', 'RuleId', 'ClientRuleId', 'AnyReport'];
const ANY_RULE: Schema = { type: 'string', pattern: '^[a-z-]+/[a-z0-9-]+$' };

export function reportSchema(): Schema {
  const { definitions = {} } = createGenerator({
    path: 'conformance/report/report.ts',
    tsconfig: 'tsconfig.json',
    type: 'AnyReport',
    skipTypeCheck: true,
  }).createSchema('AnyReport');
  const needed = Object.fromEntries(Object.entries(definitions).filter(([name]) => !LEFT_OUT.includes(name)));

  return inWholeNumbers({
    $schema: 'http://json-schema.org/draft-07/schema#',
    $id: 'tollgate-report',
    title: 'The report of a judge of tollgate in JSON, schema version 1',
    // Not `anyOf`, which would report the problems of both kinds.
    type: 'object',
    if: { type: 'object', properties: { subject: { const: 'traffic' } }, required: ['subject'] },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { $ref: '#/definitions/TrafficReport' },
    else: { $ref: '#/definitions/Report' },
    definitions: {
      ...needed,
      AnyRuleId: ANY_RULE,
      ReportRule: { ...(needed['ReportRule'] as Schema), allOf: [...BETWEEN_FIELDS] },
    },
  });
}

/** Every number of a report is a count, a code or a time in milliseconds. */
function inWholeNumbers(schema: Schema): Schema {
  return JSON.parse(JSON.stringify(schema), (_, value) =>
    value?.type === 'number' ? { ...value, type: 'integer', minimum: 0 } : value,
  ) as Schema;
}
