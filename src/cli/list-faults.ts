/** The faults and their conditions as the help shows them. A file of its own, so that the help loads little. */
import schema from '../../merchants.schema.json' with { type: 'json' };
import { CONDITION_FORMS, FAULT_FORMS } from '../mock/behaviors/faults/fault.ts';

const { fault, condition } = schema.$defs;
const ofMock = { ...condition.properties, merchant: { description: 'Calls with a token of this merchant.' } };

export function listFaults(): string {
  return `Faults, for --fault '[CONDITIONS: ]FAULT' and for the request header Tollgate-Fault: FAULT:
${linesOf(FAULT_FORMS, fault.properties)}
Give at most one of them beside a latency. 429 is short for status=429; =after carries out the call.
Conditions, such as every=10, times=3. A call must meet all of them:
${linesOf(CONDITION_FORMS, ofMock)}`;
}

function linesOf<Name extends string>(
  forms: Readonly<Record<Name, string>>,
  members: Readonly<Record<Name, { readonly description: string }>>,
): string {
  return Object.entries<string>(forms)
    .map(([name, form]) => `  ${form.padEnd(18)}  ${members[name as Name].description}`)
    .join('\n');
}
