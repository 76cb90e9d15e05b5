/** A server to compare: how it is set up, what it has to check, and how it is started. */
import type { Processes } from '../processes.ts';
import type { Command } from '../serve.ts';
import type { ProbeName } from './probes.ts';

export interface Contender {
  readonly name: string;
  /** How it is set up, in a sentence. */
  readonly about: string;
  /** Exactly the probes that it has to pass; with others, it would be set up differently. */
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
  /** The mock's answer, for servers that return a fixed one. */
  readonly answer: string;
  /** For files of this contender. */
  readonly folder: string;
}
