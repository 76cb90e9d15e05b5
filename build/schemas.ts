/** The published schemas of the files that users write, as editors read them. */
import { readFileSync } from 'node:fs';
import { WAIVERS_SCHEMA } from '../conformance/verdict/read-accepted.ts';

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
