/** Public entry of the fee engine. */

export { ConfigurationError } from '../reading/problem-text.ts';
export type { Card, CardKind } from './cards/card.ts';
export { type Day, dayOf, parseDay } from './day.ts';
export type { Effect, Rule } from './eligibility/eligibility.ts';
export { createFeeEngine, type FeeEngine, type Quote } from './engine.ts';
export type { LimitFigure } from './fee/exact-fee.ts';
export type { Rounding, RoundingMode } from './fee/rounding.ts';
export type { Merchant, Processor } from './merchants/merchant.ts';
export { parseMerchants } from './merchants/parse-merchants.ts';
export type { Share, Usd } from './money.ts';
export type { Line } from './pricing/terms.ts';
export { type Explanation, explain, Quoted } from './quoted.ts';
export type { Region } from './regions/regions.ts';
export type { QuoteRequest, Reason, ReasonCode, Refused } from './request.ts';
