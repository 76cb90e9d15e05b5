/** The examples of fixtures/fees, which a person can work out, against the engine. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { createFeeEngine, parseMerchants, type QuoteRequest } from './index.ts';
import { readYaml } from './merchants/yaml.ts';

interface WorkedExample extends Partial<QuoteRequest> {
  readonly name: string;
  readonly pricing: unknown;
  readonly amount: number;
  readonly fee: number;
  readonly working: string;
}

const folder = new URL('../../fixtures/fees/', import.meta.url);

describe.each(readdirSync(folder))('fixtures/fees/%s', (file) => {
  const examples = worked(readFileSync(new URL(file, folder), 'utf8'), file);

  test.each(examples)('$name: $working', ({ pricing, fee, name, working, ...fields }) => {
    const quote = engineFor(pricing).quote({ nicn: '424242', region: '85004', ...fields });

    expect(quote.kind === 'quoted' && quote.fee.toFixed()).toBe(String(fee));
    expect(working).toContain(String(fee));
    expect(name).not.toBe('');
  });
});

function worked(text: string, file: string): readonly WorkedExample[] {
  return JSON.parse(asJson(readYaml(text, file)));
}

/** JSON is YAML, so a parsed price can be a merchant file again. */
function engineFor(pricing: unknown) {
  const processors = [{ mid: '700100', name: 'alpha', pricing }];
  const [merchant] = parseMerchants(asJson({ merchants: { example: { processors } } }), 'example');
  return createFeeEngine(merchant!);
}

function asJson(value: unknown): string {
  return JSON.stringify(value, (_, item) => (item instanceof Map ? Object.fromEntries(item) : item));
}
