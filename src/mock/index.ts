/** The mock's public entry. */
export type { InjectedAnswer, InjectedRequest } from './inject.ts';
export { createMock, type Mock, type RunningMock, startMock } from './mock.ts';
export { MockError, type MockErrorCode } from './mock-error.ts';
export type { MockOptions, StartOptions } from './options.ts';
export { mintToken } from './tokens.ts';
