/** What is wrong with a merchant file, or with a rule about faults. */

/** A slip in a long table is one slip, however many rows it breaks. */
const MOST_TOLD = 20;

/** Thrown by `parseMerchants` and `readFaultRule` only. The message has the problems on lines of their own, as far as they can be read. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
  readonly code = 'configuration';
  /** Each problem as where it is, what was expected there and what came. */
  readonly problems: readonly string[];

  constructor(where: string, problems: readonly string[]) {
    const count = problems.length === 1 ? 'a problem' : `${problems.length} problems`;
    const more = problems.length - MOST_TOLD;
    const rest = more > 0 ? [`and ${more} more`] : [];
    super([`${where} has ${count}:`, ...problems.slice(0, MOST_TOLD), ...rest].join('\n'));
    this.problems = problems;
  }
}
