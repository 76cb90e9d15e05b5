/** What a survey tries: numbers that schemes and gateways publish for testing, and two states in their three forms. */
import type { FeeRequest } from '../../src/contract/types.ts';
import type { Deployment } from '../deployment/deployment.ts';

export const CARDS = [
  '4242424242424242',
  '4111111111111111',
  '5555555555554444',
  '378282246310005',
  '6011111111111117',
] as const;

export const REGIONS: Deployment['regions'] = {
  zip: ['85004', '02134'],
  state: ['AZ', 'NY'],
  iso: ['US-AZ', 'US-NY'],
};

/** US dollars; the further ones are asked for only where the one before them is refused. */
export const SMALL_AMOUNTS = [0.01, 1] as const;
export const LARGE_AMOUNTS = [5000, 1000] as const;

/** A part of 60 in a total of 100 US dollars. */
export const MULTI_PAY = { amount: 60, totalAmount: 100 } as const;

/** Three that have no field in common: who answers all of them alike says nothing about a card or a place. */
export const FIRST_CALLS: readonly FeeRequest[] = [
  { amount: 100, nicn: '424242', region: '85004' },
  { amount: 10, nicn: '41111111', region: 'NY' },
  { amount: 50, nicn: '555555', region: 'US-AZ' },
];

/** Where those are refused. */
export const FURTHER_CALLS: readonly FeeRequest[] = [
  { amount: 100, nicn: '378282', region: 'AZ' },
  { amount: 1, nicn: '601111', region: '02134' },
  { amount: 1000, nicn: '411111', region: '85004' },
  { amount: 100, nicn: '42424242', region: 'US-NY' },
];
