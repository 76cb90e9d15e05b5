/** Refuses control requests from other machines, from web pages of other origins, and with a body that is not JSON. */
import { type ControlCaller, describeHeader, refuseForeign } from '../../control/guard.ts';
import { type Refusal, refuseBecause } from '../refusal.ts';
import { isJsonType } from '../stages/required-headers.ts';

/** The machines that may use the control routes: this one, or all. */
export type Access = 'loopback' | 'anyone';

export interface Caller extends ControlCaller {
  readonly method: string;
  readonly body: Buffer | undefined;
}

/**
 * @param host the name or address that the mock listens on
 * @returns undefined where the caller is let in
 */
export function guard(caller: Caller, access: Access, host: string): Refusal | undefined {
  const { method, headers, body } = caller;
  const advice = access === 'anyone' ? undefined : '; tollgate mock --control anyone lets others in';
  const foreign = refuseForeign(caller, { host, advice });
  if (foreign !== undefined) return refuseBecause('control-forbidden', foreign);
  // A page may send other media types to any origin without a preflight.
  const hasBody = body !== undefined && body.length > 0;
  if (hasBody && method !== 'GET' && method !== 'HEAD' && !isJsonType(headers['content-type'])) {
    const detail = describeHeader('Content-Type', 'application/json', headers['content-type']);

    return refuseBecause('unsupported-media-type', detail);
  }

  return undefined;
}
