/** The list of kinds of fault. One that can be written does not compile until it stands here. */
import type { FaultKind } from '../../../engine/faults/fault.ts';
import type { Kind } from '../effect.ts';
import { empty } from './empty.ts';
import { hang } from './hang.ts';
import { malformed } from './malformed.ts';
import { reset } from './reset.ts';
import { slowBody } from './slow-body.ts';
import { status } from './status.ts';
import { truncated } from './truncated.ts';

export const KINDS: { readonly [K in FaultKind]: Kind<K> } = {
  status,
  reset,
  hang,
  truncated,
  malformed,
  empty,
  'slow-body': slowBody,
};
