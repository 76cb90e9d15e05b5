/** The mock that a client is run against. The caller hands it in: the suite never imports one. */
import type { Choices } from '../../src/contract/choices.ts';
import type { ObserveClient } from '../../src/exchange/client-observer.ts';

/** How a mock differs from its default: options of `startMock` of `tollgate`. */
export interface MockSettings {
  readonly choices: Choices;
  /** Each with its conditions, such as `path=/v1/ch, times=1: status=503`. */
  readonly faults: readonly string[];
  /** The seed of the mock, a 32-bit number. */
  readonly faultSeed: number;
  /** Creates the observer of every exchange. */
  readonly observeClient: ObserveClient;
}

/** A new mock, without a transaction, for one run. */
export interface ClientMock {
  readonly url: string;
  /** An access token of this merchant, or of the default one. */
  readonly token: (merchant?: string) => string;
  readonly close: () => unknown;
}

export type StartMock = (settings: MockSettings) => Promise<ClientMock>;

/** The choices and faults of a run. */
export type Variation = Pick<MockSettings, 'choices' | 'faults'>;

export const NO_VARIATION: Variation = { choices: {}, faults: [] };

export function joinVariations(variations: readonly Variation[]): Variation {
  return {
    choices: Object.assign({}, ...variations.map(({ choices }) => choices)),
    faults: variations.flatMap(({ faults }) => faults),
  };
}

/** A variation as the command line of the mock takes it, such as `--choose stxid-form=long`. */
export function toMockOptions({ choices, faults }: Variation): string {
  return [
    ...Object.entries(choices).map(([name, option]) => `--choose ${name}=${option}`),
    ...faults.map((fault) => `--fault '${fault}'`),
  ].join(' ');
}
