/** The problems of a merchant file, or of another text that the same readers read. */

/** A slip in a long table is one slip, however many rows it breaks. */
const MOST_TOLD = 20;

/** Its message has a line for each of the first problems. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
  readonly code = 'configuration';
  /** Each problem says where it is, what was expected and what was received. */
  readonly problems: readonly string[];

  constructor(where: string, problems: readonly string[]) {
    const count = problems.length === 1 ? 'a problem' : `${problems.length} problems`;
    const more = problems.length - MOST_TOLD;
    const rest = more > 0 ? [`and ${more} more`] : [];
    super([`${where} has ${count}:`, ...problems.slice(0, MOST_TOLD), ...rest].join('\n'));
    this.problems = problems;
  }
}
