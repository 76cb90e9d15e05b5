/** The list of handlers. An operation added to openapi.yaml does not compile until it stands here. */
import type { OperationId } from '../../contract/types.ts';
import type { Handler } from '../handler.ts';
import { attachSale } from './attach-sale.ts';
import { calculateFee } from './calculate-fee.ts';

export const HANDLERS: { readonly [O in OperationId]: Handler<O> } = { calculateFee, attachSale };
