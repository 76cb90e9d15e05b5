/** The faults and their conditions as the help shows them. Apart, so that the help loads no more than it prints. */
import {
  CONDITION_DESCRIPTIONS,
  FAULT_DESCRIPTIONS,
  type Fault,
  type FaultCondition,
} from '../mock/behaviors/faults/fault.ts';

const FAULTS: { readonly [K in keyof Required<Fault>]: string } = {
  latency: 'latency=MS',
  jitter: 'jitter=MS',
  status: 'status=CODE',
  'retry-after': 'retry-after=S',
  reset: 'reset, reset=after',
  hang: 'hang, hang=after',
  truncated: 'truncated',
  malformed: 'malformed',
  empty: 'empty',
  close: 'close',
  refuse: 'refuse',
  message: 'message=TEXT',
  'no-fields': 'no-fields',
  'zero-fee': 'zero-fee',
  'slow-body': 'slow-body=BYTES',
};

const CONDITIONS: { readonly [K in keyof Required<FaultCondition>]: string } = {
  path: 'path=PATH',
  merchant: 'merchant=NAME',
  amount: 'amount=USD',
  body: 'body.FIELD=VALUE',
  every: 'every=N',
  probability: 'probability=SHARE',
  times: 'times=N',
};

export function listFaults(): string {
  return `A fault, for --fault '[CONDITIONS: ]FAULT' and for the header Tollgate-Fault: FAULT of a request:
${linesOf(FAULTS, FAULT_DESCRIPTIONS)}
At most one of them beside a latency. 429 is short for status=429; =after carries out the call.
Conditions, such as every=10, times=3. A call has to meet all of them:
${linesOf(CONDITIONS, CONDITION_DESCRIPTIONS)}`;
}

function linesOf<Name extends string>(
  forms: Readonly<Record<Name, string>>,
  descriptions: Readonly<Record<Name, string>>,
): string {
  return (Object.keys(forms) as Name[])
    .map((name) => `  ${forms[name].padEnd(18)}  ${descriptions[name]}`)
    .join('\n');
}
