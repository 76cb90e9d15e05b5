/** The published schema of merchant files as other programs use it, compiled anew and without our keywords. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import schema from '../../../merchants.schema.json' with { type: 'json' };

export function publishedSchema(): ValidateFunction {
  const annotations = ['x-expected', 'discriminator'];

  return new Ajv2020({ strict: true, strictRequired: false, keywords: annotations }).compile(schema);
}
