/** The probes of all choices, by group. */
import type { ChoiceName } from '../../src/contract/choices.ts';
import type { Probe } from './probe.ts';
import { REFUSAL_PROBES } from './refusals.ts';
import { REQUEST_PROBES } from './requests.ts';
import { RESPONSE_PROBES } from './responses.ts';
import { TRANSACTION_PROBES } from './transactions.ts';

export const PROBES: { readonly [N in ChoiceName]: Probe<N> } = {
  ...RESPONSE_PROBES,
  ...REFUSAL_PROBES,
  ...TRANSACTION_PROBES,
  ...REQUEST_PROBES,
};
