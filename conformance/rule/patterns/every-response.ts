/** Rules on every response of a run, and on the responses to some bad requests. */
import type { Exchange } from '../exchange.ts';
import { HOLDS, type Violation } from '../finding.ts';
import { type Rule, type RuleHead, rule } from '../rule.ts';
import type { Script } from '../script.ts';

interface EveryResponseSpec extends Omit<RuleHead, 'stage' | 'level'> {
  /** What is wrong with a response, if anything. */
  readonly findViolation: (exchange: Exchange) => Violation | undefined;
}

export function everyResponse({ findViolation, ...head }: EveryResponseSpec): Rule {
  return rule({
    ...head,
    level: 'should',
    stage: 3,
    observationSuffices: true,
    // The response to a valid call shows little of how a server handles others.
    judge: (exchange) => findViolation(exchange) ?? (isNoSuccess(exchange) ? HOLDS : undefined),
    scripts: () => BAD_INPUT,
  });
}

function isNoSuccess({ response, outcome }: Exchange): boolean {
  return response.kind === 'answered' && outcome.kind !== 'accepted';
}

/** Requests that are likely to make a server fail; sent if no other rule has sent similar ones. */
const BAD_INPUT: readonly Script[] = [
  { operation: 'calculateFee', body: { raw: '{"amount":' } } as const,
  { operation: 'calculateFee', body: { raw: '[]' } } as const,
  { operation: 'calculateFee', body: { amount: {}, nicn: [], region: 1 } } as const,
  { operation: 'attachSale', body: { sTxId: "'" } } as const,
  { operation: 'attachSale', body: { mTxId: '\u0000' } } as const,
  { operation: 'attachSale', body: { sTxId: 7, mTxId: {}, authCode: [] } } as const,
  { operation: 'calculateFee', body: {}, variant: { credential: 'garbled' } } as const,
].map((call) => ({ calls: [call] }));
