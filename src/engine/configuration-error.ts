/** What is wrong with a merchant file. */

/** Thrown by `parseMerchants` only. The message has every problem on a line of its own. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
  readonly code = 'configuration';
  /** Each problem as where it is, what was expected there and what came. */
  readonly problems: readonly string[];

  constructor(where: string, problems: readonly string[]) {
    const count = problems.length === 1 ? 'a problem' : `${problems.length} problems`;
    super([`${where} has ${count}:`, ...problems].join('\n'));
    this.problems = problems;
  }
}
