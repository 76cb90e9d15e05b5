/** The faults and their conditions as the help shows them. A file of its own, so that the help loads little. */
import { CONDITION_MEMBERS, FAULT_MEMBERS } from '../mock/behaviors/faults/fault.ts';

export function listFaults(): string {
  return `Faults, for --fault '[CONDITIONS: ]FAULT' and for the request header Tollgate-Fault: FAULT:
${linesOf(FAULT_MEMBERS)}
Give at most one of them beside a latency. 429 is short for status=429; =after carries out the call.
Conditions, such as every=10, times=3. A call must meet all of them:
${linesOf(CONDITION_MEMBERS)}`;
}

function linesOf(members: typeof FAULT_MEMBERS | typeof CONDITION_MEMBERS): string {
  return Object.values(members)
    .map(({ form, about }) => `  ${form.padEnd(18)}  ${about}`)
    .join('\n');
}
