/** Compiles the schemas of the contract's request bodies into a module, so that a mock starts without Ajv. */
import standalone from 'ajv/dist/standalone/index.js';
import { createAjv } from '../src/contract/ajv.ts';
import type { ContractDocument } from '../src/contract/document.ts';

const NAMES = ['FeeRequest', 'SaleRequest'] as const;

/** The modules that the compiled code requires. */
const COUNT = 'require("ajv/dist/runtime/ucs2length").default';

export function contractValidators({ components }: Pick<ContractDocument, 'components'>): string {
  return `// @ts-nocheck
import type { ValidateFunction } from './ajv.ts';

type Compiled = Readonly<Record<${NAMES.map((name) => `'${name}'`).join(' | ')}, ValidateFunction>>;

function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count++;

  return count;
}

/** Each reports all errors. */
export const allErrors: Compiled = ${compiled(components, true)};

/** Each stops at the first error. */
export const firstError: Compiled = ${compiled(components, false)};
`;
}

function compiled(components: ContractDocument['components'], allErrors: boolean): string {
  const ajv = createAjv({ allErrors, code: { source: true, lines: true } });
  ajv.addSchema({ $id: 'contract', components });
  const refs = NAMES.map((name) => [name, `contract#/components/schemas/${name}`]);
  const code = standalone.default(ajv, Object.fromEntries(refs)).replaceAll(COUNT, 'countCharacters');
  if (code.includes('require(')) throw new Error('the compiled validators require an unknown module');

  return `((exports) => {\n${code}\nreturn exports;\n})({})`;
}
