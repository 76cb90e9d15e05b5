/** The options that tolerance runs vary where the document leaves them open, each with its rule and effort. */
import type { Choices } from '../../../src/contract/choices.ts';
import type { ClientRuleId } from '../../../src/contract/client-rule-ids.ts';
import type { Call } from '../../../src/exchange/call.ts';
import type { EffortName } from '../../report/report.ts';
import type { Variation } from '../client-mock.ts';

export type ToleranceRuleId = Extract<ClientRuleId, `client-tolerance/${string}`>;

export interface ToleranceOption extends Variation {
  readonly rule: ToleranceRuleId;
  /** What shows the option, such as `refusal`. */
  readonly needs: string;
  /** Whether a call shows the option. A run without such a call does not judge it. */
  readonly isShownBy: (call: Call) => boolean;
}

type Shown = Pick<ToleranceOption, 'needs' | 'isShownBy'>;

const ACCEPTED: Shown = {
  needs: 'accepted response',
  isShownBy: ({ outcome }) => outcome.kind === 'accepted',
};
const ACCEPTED_FEE: Shown = {
  needs: 'fee',
  isShownBy: ({ outcome, operation }) => outcome.kind === 'accepted' && operation === 'calculateFee',
};
const REFUSED: Shown = { needs: 'refusal', isShownBy: ({ outcome }) => outcome.kind === 'refused' };

function choose(rule: ToleranceRuleId, choices: Choices, shown = ACCEPTED): ToleranceOption {
  return { rule, choices, faults: [], ...shown };
}

function inject(rule: ToleranceRuleId, faults: readonly string[], shown = ACCEPTED): ToleranceOption {
  return { rule, choices: {}, faults, ...shown };
}

const status = (choices: Choices) => choose('client-tolerance/success-status', choices);
const extra = (option: 'flat' | 'nested') =>
  choose('client-tolerance/extra-response-fields', { 'extra-response-fields': option });
const order = (option: 'reversed' | 'alphabetical') =>
  choose('client-tolerance/field-order', { 'field-order': option });
const layout = (option: 'indented' | 'escaped') =>
  choose('client-tolerance/json-layout', { 'json-layout': option });
const number = (option: NonNullable<Choices['number-form']>) =>
  choose('client-tolerance/number-form', { 'number-form': option }, ACCEPTED_FEE);
const stxid = (option: NonNullable<Choices['stxid-form']>) =>
  choose('client-tolerance/stxid-form', { 'stxid-form': option });
const charset = choose('client-tolerance/json-charset', { 'response-media-type': 'json-charset' });
const media = (option: NonNullable<Choices['response-media-type']>) =>
  choose('client-tolerance/response-media-type', { 'response-media-type': option });
const refusal = (option: NonNullable<Choices['refusal']>) =>
  choose('client-tolerance/refusal-form', { refusal: option }, REFUSED);
const refusalStatus = (choices: Choices) => choose('client-tolerance/refusal-status', choices, REFUSED);
const close = inject('client-tolerance/connection-close', ['close']);
const zeroFee = inject('client-tolerance/zero-fee', ['path=/v1/ch: zero-fee'], ACCEPTED_FEE);
/** Two seconds, on the first call of each operation: tests have time limits of their own. */
const late = inject('client-tolerance/late-answers', [
  'path=/v1/ch, times=1: latency=2000',
  'path=/v1/ch/sale, times=1: latency=2000',
]);

/** An update has a time limit of its own in some clients. */
const lateUpdate = inject('client-tolerance/late-answers', [
  'path=/v1/ch, times=1: latency=0',
  'path=/v1/ch, times=1: latency=2000',
]);

/** Options that are tried in one run; where it fails, the single option is searched for. */
export type OptionSet = readonly ToleranceOption[];

const FIRST_MUST: OptionSet = [
  status({ 'success-status': '201', 'sale-status': '201' }),
  extra('nested'),
  order('reversed'),
  layout('indented'),
  number('exponent'),
  stxid('long'),
  charset,
];

const SECOND_MUST: OptionSet = [
  status({ 'success-status': '202', 'sale-status': '202' }),
  extra('flat'),
  order('alphabetical'),
  layout('escaped'),
  number('two-decimals'),
  stxid('digits'),
];

const SHOULD: OptionSet = [
  refusal('html'),
  refusalStatus({
    'refusal-status': '400',
    'malformed-json-status': '422',
    'unknown-transaction-status': '404',
  }),
  media('text-plain'),
  close,
];

const STANDARD: readonly OptionSet[] = [FIRST_MUST, SECOND_MUST, SHOULD, [zeroFee], [late]];

/** Options that only the effort deep tries. */
const RARE: OptionSet = [
  status({ 'success-status': '201' }),
  status({ 'sale-status': '201' }),
  number('six-decimals'),
  stxid('uuid'),
  stxid('ulid'),
  stxid('base64url'),
  stxid('prefixed'),
  refusal('json'),
  refusal('empty'),
  refusal('2xx-message'),
  refusal('2xx-message-stxid'),
  refusal('2xx-zero-fee'),
  refusal('2xx-zero-fee-stxid'),
  refusalStatus({ 'refusal-status': '404' }),
  refusalStatus({ 'refusal-status': '409', 'unknown-transaction-status': '410' }),
  refusalStatus({ 'refusal-status': '500', 'malformed-json-status': '500' }),
  media('json-suffix'),
  media('none'),
  lateUpdate,
];

/** The runs of an effort: `deep` tries every option alone. */
export const TOLERANCE_RUNS: { readonly [E in EffortName]: readonly OptionSet[] } = {
  quick: [FIRST_MUST],
  standard: STANDARD,
  deep: [...STANDARD.flat(), ...RARE].map((option) => [option]),
};
