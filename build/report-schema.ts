/** The JSON Schema of the report in JSON, made of its types. The only file that knows ts-json-schema-generator. */
import { createGenerator, type Schema } from 'ts-json-schema-generator';

/** What holds between the fields of a rule, which its type does not say. */
const BETWEEN_FIELDS: readonly Schema[] = [
  {
    if: { properties: { outcome: { enum: ['fail', 'unstable'] } } },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { required: ['counterexample'] },
    else: { properties: { counterexample: false, replay: false, shape: false, otherFailures: false } },
  },
  {
    if: { properties: { outcome: { enum: ['fail', 'unstable', 'blocked'] } } },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: true,
    else: { properties: { waived: false, known: false } },
  },
  {
    if: { properties: { outcome: { const: 'pass' } } },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: true,
    else: { properties: { reason: { type: 'string', minLength: 1 } } },
  },
];

/** Versions add rules, so that a report may name some that an older schema has never heard of. */
const LISTS_OF_RULES = ['MustRule', 'ShouldRule', 'ObserveRule', 'RuleId', 'ClientRuleId'];
const ANY_RULE: Schema = { type: 'string', pattern: '^[a-z-]+/[a-z0-9-]+$' };

export function reportSchema(): Schema {
  const { definitions = {}, ...schema } = createGenerator({
    path: 'conformance/report/report.ts',
    tsconfig: 'tsconfig.json',
    type: 'Report',
    topRef: false,
    skipTypeCheck: true,
  }).createSchema('Report');
  const needed = Object.fromEntries(
    Object.entries(definitions).filter(([name]) => !LISTS_OF_RULES.includes(name)),
  );

  return inWholeNumbers({
    ...schema,
    $id: 'tollgate-report',
    title: 'The report of a judge of tollgate in JSON, schema version 1',
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
