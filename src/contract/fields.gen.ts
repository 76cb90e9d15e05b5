/** Generated from openapi.yaml by `npm run generate`. Changes here are lost. */

import type { OperationId } from './types.ts';

/** `strings` is an array of strings. */
export type FieldType = 'number' | 'string' | 'strings';

/** The type of each documented field (document 2.1, 2.3). */
export const FIELD_TYPES: Readonly<Record<OperationId, Readonly<Record<string, FieldType>>>> = {"calculateFee":{"amount":"number","nicn":"string","region":"string","campaign":"strings","country":"string","processor":"string","cardToken":"string","data":"strings","totalAmount":"number","mTxId":"string","sTxId":"string"},"attachSale":{"sTxId":"string","mTxId":"string","authCode":"string"}};

/** The fields that a first fee call requires (document 2.1). */
export const REQUIRED_FIELDS: readonly string[] = ["amount","nicn","region"];
