/** The header Tollgate-Fault: a request asks for a fault by it, and an answer that met one is told by it. */

import { readFault } from '../../engine/faults/read-fault-rule.ts';
import { ConfigurationError, type Fault } from '../../engine/index.ts';
import { maskText } from '../../text/mask.ts';
import { type Refusal, refuseBecause } from '../refusal.ts';
import { readFaultText } from './fault-text.ts';

export const FAULT_HEADER = 'tollgate-fault';

const NAME = 'Tollgate-Fault';

export type ReadFault = { readonly kind: 'read'; readonly fault: Fault } | Refusal;

export function readFaultHeader(value: string): ReadFault {
  try {
    return { kind: 'read', fault: readFault(readFaultText(value, NAME), NAME) };
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;

    return refuseBecause('malformed-fault', maskText(`header ${error.problems.join('; ')}`));
  }
}
