/** What a server is that the same fee calls are made to: what it is told to check, and how it is started. */
import type { Processes } from '../processes.ts';
import type { Command } from '../serve.ts';
import type { ProbeName } from './probes.ts';

export interface Contender {
  readonly name: string;
  /** What one should know of how it is set up, in a sentence. */
  readonly about: string;
  /** The probes that it has to stand: no more and no fewer, or the figures would be those of another set-up. */
  readonly stands: readonly ProbeName[];
  readonly find: (processes: Processes) => Promise<Found>;
}

type Found =
  | {
      readonly kind: 'found';
      readonly version: string;
      readonly commandFor: (setting: Setting) => Command;
    }
  | { readonly kind: 'missing'; readonly why: string };

interface Setting {
  readonly port: number;
  /** A fee as the mock answers it, for those that answer what they are told. */
  readonly answer: string;
  /** Of this contender alone, for files that it needs. */
  readonly folder: string;
}
