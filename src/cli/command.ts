/** What a subcommand is: data for the help, and a function from its arguments to an exit code and a text. */
import type { Paint } from './paint.ts';

/** What shells complete where a value is expected: a list, or the name of one. */
export type Values =
  | 'rule'
  | 'defect'
  | 'rule-or-group'
  | 'client-rule-or-group'
  | 'any-rule-or-group'
  | 'choice'
  | 'report'
  | readonly string[];

/** An option in commander's notation, such as `['--port <number>', 'port to listen on']`; <file> and <report> are files. */
type OptionSpec = readonly [flags: string, description: string, values?: Values];

export interface Command {
  readonly name: string;
  readonly summary: string;
  /** In commander's notation: `<report> <rule> [url]`. */
  readonly arguments: readonly (readonly [name: string, description: string, values?: Values])[];
  readonly options: readonly OptionSpec[];
  readonly examples: readonly string[];
  /** What the help says below them. */
  readonly notes?: () => string;
  readonly run: (given: Given, world: World) => Promise<Result>;
}

/** What was typed. An option that can be repeated is always a list. */
export interface Given {
  readonly arguments: readonly (string | undefined)[];
  readonly options: Readonly<Record<string, string | boolean | readonly string[] | undefined>>;
}

/** What a command may use of the process it runs in. */
export interface World {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** How this command was called, for the commands that it prints. */
  readonly command: string;
  /** Prints at once, for a command that goes on running. */
  readonly print: (text: string) => void;
  /** The same for what is wrong, on standard error. */
  readonly warn: (text: string) => void;
  /** Shows how far things are; only where a person watches. */
  readonly progress: (text: string) => void;
  /** Asks whoever sits at the terminal; undefined where nobody does. */
  readonly ask: ((question: string) => Promise<string>) | undefined;
  /** Colours for standard output, where it shows them. */
  readonly paint: Paint;
  /** Aborts when the process is asked to end; the process ends by itself as long as nobody has looked at it. */
  readonly ending: AbortSignal;
  /** Aborts when the reader of standard output has left, as `head` does. */
  readonly unread: AbortSignal;
}

export interface Result {
  readonly code: number;
  /** For standard output. */
  readonly out: string;
  /** For standard error. */
  readonly problem?: string;
}

/** A word that was typed, and those that were expected. */
interface Misspelt {
  readonly typed: string;
  readonly names: readonly string[];
}

/** What was typed cannot be used: where, what was expected, what came. Exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  readonly code = 'usage';
  /** Where it may be misspelt, the message is followed by what is nearest. */
  readonly misspelt: Misspelt | undefined;

  constructor(message: string, misspelt?: Misspelt) {
    super(message);
    this.misspelt = misspelt;
  }
}
