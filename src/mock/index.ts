/** The public entry of the mock. */

export { type Choices, STRICT_CHOICES } from '../contract/choices.ts';
export type {
  FeeRequest,
  FeeResponse,
  Problem,
  SaleRequest,
  SaleResponse,
  Violation,
} from '../contract/types.ts';
export type { JournalEntry } from '../exchange/journal/entry.ts';
export type {
  AnswerBody,
  InjectedAnswer,
  InjectedRequest,
  Mock,
  MockWorld,
  Observed,
  RunningMock,
  RunningWorld,
  TokenSettings,
} from './api.ts';
export { type MintOptions, mintToken } from './auth/verifier.ts';
export type { Fault, FaultCondition, FaultRule } from './behaviors/faults/fault.ts';
export type { FaultOrText, Faults, ListedFault } from './behaviors/faults/faults.ts';
export { readFaultRule } from './behaviors/faults/read-fault.ts';
export type { Verification, VerificationResult } from './control/verification.ts';
export type { Certificate, CertificateAndKey } from './http/certificate.ts';
export { createMock, startMock } from './mock.ts';
export { MockError, type MockErrorCode } from './mock-error.ts';
export type { ControlAccess, MockOptions, StartOptions } from './options.ts';
export type { MockMerchant, Scenario, Scenarios } from './read-merchants.ts';
export type { Clock } from './worlds/clock.ts';
