/** The mock's public entry. */

export type { Choices } from '../contract/choices.ts';
export type {
  FeeRequest,
  FeeResponse,
  Problem,
  SaleRequest,
  SaleResponse,
  Violation,
} from '../contract/types.ts';
export type { Certificate, CertificateAndKey } from './certificate.ts';
export type { Clock } from './clock.ts';
export type { FaultOrText, Faults, ListedFault } from './faults/fault-store.ts';
export type { AnswerBody, InjectedAnswer, InjectedRequest } from './inject.ts';
export {
  createMock,
  type Mock,
  type MockWorld,
  type RunningMock,
  type RunningWorld,
  startMock,
} from './mock.ts';
export { MockError, type MockErrorCode } from './mock-error.ts';
export type { ControlAccess, MockOptions, StartOptions } from './options.ts';
export { type MintOptions, mintToken } from './tokens.ts';
