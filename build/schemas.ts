/** The published schemas: of the report, from its types, and of the files that users write, as editors read them. */
import { readFileSync } from 'node:fs';
import { createGenerator, type Schema } from 'ts-json-schema-generator';
import { WAIVERS_SCHEMA } from '../conformance/verdict/read-accepted.ts';

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

const DEPLOYMENT = new URL('../conformance/deployment/deployment.schema.json', import.meta.url);

export function deploymentFileSchema(): unknown {
  return forEditors(JSON.parse(readFileSync(DEPLOYMENT, 'utf8')));
}

export function waiverFileSchema(): unknown {
  return forEditors({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'tollgate-waivers',
    title: 'Accepted failures, as the judges of tollgate read them with --waivers',
    anyOf: [
      { $ref: '#/$defs/waivers' },
      {
        type: 'object',
        required: ['waivers'],
        additionalProperties: false,
        properties: { waivers: { $ref: '#/$defs/waivers' } },
      },
    ],
    $defs: { waivers: WAIVERS_SCHEMA },
  });
}

/** Editors show descriptions, and see a variable such as ${TOKEN} before its value replaces it. */
function forEditors(schema: unknown): unknown {
  return JSON.parse(JSON.stringify(schema), (key, value) => {
    if (key === 'pattern') return `${value}|\\$\\{\\w+\\}`;
    const { 'x-expected': expected, ...rest } = Object(value);

    return typeof expected === 'string' ? { description: expected, ...rest } : value;
  });
}
