/** The faults and their conditions as the help shows them. Apart, so that the help loads no more than it prints. */
import { CONDITION_MEMBERS, FAULT_MEMBERS } from '../mock/behaviors/faults/fault.ts';

export function listFaults(): string {
  return `A fault, for --fault '[CONDITIONS: ]FAULT' and for the header Tollgate-Fault: FAULT of a request:
${linesOf(FAULT_MEMBERS)}
At most one of them beside a latency. 429 is short for status=429; =after carries out the call.
Conditions, such as every=10, times=3. A call has to meet all of them:
${linesOf(CONDITION_MEMBERS)}`;
}

function linesOf(members: typeof FAULT_MEMBERS | typeof CONDITION_MEMBERS): string {
  return Object.values(members)
    .map(({ form, about }) => `  ${form.padEnd(18)}  ${about}`)
    .join('\n');
}
