import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  edit,
  edited,
  type Json,
  merchantFile,
  publishedSchema,
} from '../../../test/engine/merchant-files/merchant-file.ts';
import { runsOf } from '../../../test/support/sampled.ts';
import { ConfigurationError } from '../../reading/problem-text.ts';
import { parseMerchants } from './parse-merchants.ts';

const isMerchantFile = publishedSchema();

describe('the schema and the parser of merchant files', () => {
  test('both accept every valid file', () => {
    fc.assert(
      fc.property(merchantFile, (file) => {
        expect(verdicts(file)).toEqual({ schema: true, parser: true });
      }),
    );
  });

  test('agree on every file with one edit', () => {
    fc.assert(
      fc.property(merchantFile, edit, (file, edit) => {
        const { schema, parser } = verdicts(edited(file, edit));

        expect(schema).toBe(parser);
      }),
      { numRuns: runsOf(300) },
    );
  });
});

function verdicts(file: Json): { readonly schema: boolean; readonly parser: boolean } {
  return { schema: isMerchantFile(file), parser: isAccepted(JSON.stringify(file)) };
}

function isAccepted(text: string): boolean {
  try {
    parseMerchants(text, 'shops.json');
    return true;
  } catch (error) {
    if (error instanceof ConfigurationError) return false;
    throw error;
  }
}
