/** The JSON Schemas of a fault and of its conditions, from the table of faults. */
import type { JsonSchema } from '../../../reading/json-schema.ts';
import { CONDITIONS, describe, FAULTS, KINDS, type Member } from './fault.ts';

/** The definitions of a merchant file, which names no other merchant. */
export function faultDefinitions(): Readonly<Record<'condition' | 'fault', JsonSchema>> {
  const { merchant: _, ...conditions } = CONDITIONS;

  return { condition: conditionSchema(conditions), fault: faultSchema() };
}

/** By default with all conditions, as a rule of the mock can have. */
export function conditionSchema(
  conditions: Readonly<Record<string, Member<unknown>>> = CONDITIONS,
): JsonSchema {
  const members = Object.entries(conditions).map(([name, member]) => [
    name,
    name === 'body' ? fieldsSchema(member) : memberSchema(member),
  ]);

  return {
    description: 'The calls that meet all of these conditions; all calls by default.',
    type: 'object',
    properties: Object.fromEntries(members),
    additionalProperties: false,
  };
}

function fieldsSchema({ about, value }: Member<unknown>): JsonSchema {
  return {
    description: about,
    type: 'object',
    minProperties: 1,
    'x-expected': 'a mapping of at least one',
    additionalProperties: memberSchema({ about: 'The value of the field.', value }),
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
    properties: Object.fromEntries(members.map(([name, member]) => [name, memberSchema(member)])),
    additionalProperties: false,
    dependentRequired: Object.fromEntries(dependent),
    anyOf: [...KINDS, ...alone].map(having),
    oneOf: [...KINDS.map(having), { not: { anyOf: KINDS.map(having) } }],
  };
}

function memberSchema(member: Member<unknown>): JsonSchema {
  const { form: _, description: __, ...schema } = member.value;

  return { description: describe(member), ...schema };
}

function having(name: string): JsonSchema {
  return { required: [name] };
}
