/** The package entry: the mock with its console, and with the client rules for its hints and verdict. */
import '../src/contract/expect-node.ts';
import { observeWorld } from '../conformance/clients/mock-observer.ts';
import type { Report } from '../conformance/report/report.ts';
import type { Counting } from '../src/exchange/client-observer.ts';
import {
  type Mock as BareMock,
  type RunningMock as BareRunningMock,
  type RunningWorld as BareRunningWorld,
  type MockWorld as BareWorld,
  createMock as createBareMock,
  type MockOptions,
  type StartOptions,
  startMock as startBareMock,
} from '../src/mock/index.ts';
import { consoleFiles } from './console.ts';

export type { Report } from '../conformance/report/report.ts';
export type { Counting } from '../src/exchange/client-observer.ts';
export * from '../src/mock/index.ts';

/** The verdict of the client rules on the requests since the start or the last reset; `counting` says which should rules count. */
interface WithVerdict {
  readonly verdict: (counting?: Counting) => Report;
}

export type MockWorld = Omit<BareWorld, 'verdict'> & WithVerdict;
export type RunningWorld = Omit<BareRunningWorld, 'verdict'> & WithVerdict;
export type Mock = Omit<BareMock, 'world' | 'verdict'> &
  WithVerdict & { readonly world: (name: string) => MockWorld };
export type RunningMock = Omit<BareRunningMock, 'world' | 'verdict'> &
  WithVerdict & { readonly world: (name: string) => RunningWorld };

/**
 * Creates a mock without a port.
 *
 * @throws MockError `unknown-option`, `merchants-unreadable`, `unknown-defect`, `unknown-choice`, `token-options`,
 * `control-options`
 * @throws ConfigurationError where one of the faults cannot be read
 */
export async function createMock(options: MockOptions = {}): Promise<Mock> {
  return (await createBareMock({ ...handedIn(), ...options })) as Mock;
}

/**
 * Creates a mock that listens.
 *
 * @throws ConfigurationError and MockError as `createMock` does, and `address-in-use`, `address-unavailable`, `certificate-unusable`
 */
export async function startMock(options: StartOptions = {}): Promise<RunningMock> {
  return (await startBareMock({ ...handedIn(), ...options })) as RunningMock;
}

/** Parts that the mock itself does not import. */
function handedIn() {
  return { observeClient: observeWorld, consoleFiles: consoleFiles() };
}
