/** Lists the fields of the contract's request bodies with their types, for parts that read bodies field by field. */
import type { ContractDocument } from '../src/contract/document.ts';

interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
}

/** The schema of each operation's body; both named schemas of a sale have the same properties. */
const BODIES = { calculateFee: 'FeeRequest', attachSale: 'SaleByStxid' } as const;

export function contractFields({ components }: Pick<ContractDocument, 'components'>): string {
  const schemas = components.schemas as unknown as Readonly<Record<string, Schema>>;
  const resolve = (schema: Schema): Schema => {
    const name = schema.$ref?.split('/').at(-1);

    return name === undefined ? schema : (schemas[name] ?? schema);
  };
  const typesOf = (name: string) =>
    Object.fromEntries(
      Object.entries(schemas[name]?.properties ?? {}).map(([field, schema]) => {
        const { type } = resolve(schema);

        return [field, type === 'array' ? 'strings' : type];
      }),
    );
  const types = Object.fromEntries(Object.entries(BODIES).map(([id, name]) => [id, typesOf(name)]));

  return `import type { OperationId } from './types.ts';

/** \`strings\` is an array of strings. */
export type FieldType = 'number' | 'string' | 'strings';

/** The type of each documented field (document 2.1, 2.3). */
export const FIELD_TYPES: Readonly<Record<OperationId, Readonly<Record<string, FieldType>>>> = ${JSON.stringify(types)};

/** The fields that a first fee call requires (document 2.1). */
export const REQUIRED_FIELDS: readonly string[] = ${JSON.stringify(schemas['FeeRequest']?.required)};
`;
}
