/** The error with all problems of a merchant file or another configuration file. */

/** One mistake in a long table can cause many problems. */
const MAX_SHOWN = 20;

/** The message shows the first 20 problems, one a line. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
  readonly code = 'configuration';
  /** Each problem gives the place, the expected and the received value. */
  readonly problems: readonly string[];

  constructor(where: string, problems: readonly string[]) {
    const count = problems.length === 1 ? 'a problem' : `${problems.length} problems`;
    const more = problems.length - MAX_SHOWN;
    const rest = more > 0 ? [`and ${more} more`] : [];
    super([`${where} has ${count}:`, ...problems.slice(0, MAX_SHOWN), ...rest].join('\n'));
    this.problems = problems;
  }
}
