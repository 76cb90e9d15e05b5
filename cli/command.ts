/** A subcommand: data for its help, and a function from its arguments to an exit code and a text. */
import type { Paint } from './colors.ts';
import type { Offer, Options, Values } from './options.ts';

export interface Command<O extends Options = Options> {
  readonly name: string;
  readonly summary: string;
  /** In commander's notation: `<report> <rule> [url]`. */
  readonly arguments: readonly (readonly [name: string, description: string, offers?: Offer])[];
  /** In the order of the help. */
  readonly options: O;
  readonly examples: readonly string[];
  /** The fields that --json prints, for docs/cli.md. */
  readonly json?: string;
  /** The text below the examples. */
  readonly notes?: () => string;
  // A method, so that commands with different options are one type.
  run(input: CommandInput<O>, context: CommandContext): Promise<CommandOutput>;
}

/** The parsed arguments and options. */
interface CommandInput<O extends Options> {
  readonly arguments: readonly (string | undefined)[];
  readonly options: Values<O>;
}

/** What runs a command with these options, for one whose code is loaded only then. */
export type Run<O extends Options> = Command<O>['run'];

/** Declares a command. */
export function command<const O extends Options>(declared: Command<O>): Command<O> {
  return declared;
}

/** The parts of the process that a command may use. */
export interface CommandContext {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** How this command was called, for the commands that it prints. */
  readonly command: string;
  /** Prints at once, for a command that goes on running. */
  readonly print: (text: string) => void;
  /** The same on standard error. */
  readonly warn: (text: string) => void;
  /** Shows how far the command is, on standard error; nothing any more with an empty text. */
  readonly progress: (text: string) => void;
  /** Lines of the terminal on standard output; undefined without one. */
  readonly rows: number | undefined;
  /** Asks the user a question; undefined without a terminal. */
  readonly ask: ((question: string) => Promise<string>) | undefined;
  /** Colours for standard output, where it shows them. */
  readonly paint: Paint;
  /** Runs another command, as if the process had been started with these arguments. */
  readonly run: (args: readonly string[], context: CommandContext) => Promise<CommandOutput>;
  /** Aborts on SIGINT, SIGTERM and SIGHUP. Until a command reads it, these signals end the process at once. */
  readonly shutdown: AbortSignal;
  /** Aborts on the second signal, for a command that waits for something after the first. Until read, it ends the process. */
  readonly hurry: AbortSignal;
  /** Aborts when the reader of standard output has left, as `head` does. */
  readonly outputClosed: AbortSignal;
}

export interface CommandOutput {
  readonly code: number;
  /** For standard output. */
  readonly out: string;
  /** For standard error. */
  readonly problem?: string;
}

/** An unknown word, and the known ones. */
interface Misspelling {
  readonly typed: string;
  readonly names: readonly string[];
}

/** Wrong usage (exit code 2). The message says where, what was expected, and what was received. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  readonly code = 'usage';
  /** Set for a word that may be misspelt: the nearest known words follow the message. */
  readonly misspelt: Misspelling | undefined;

  constructor(message: string, misspelt?: Misspelling) {
    super(message);
    this.misspelt = misspelt;
  }
}
