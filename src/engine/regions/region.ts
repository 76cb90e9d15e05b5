/** What a region is (document 2.1), and what is known of the regions of a country. */

export interface Region {
  /** A state by its code, a zip or postal code, or a text that came with another country. */
  readonly kind: 'state' | 'zip' | 'elsewhere';
  /** ISO 3166-1 numeric. A territory of the United States is in `840`, whatever country came with it. */
  readonly country: string;
  /**
   * Where it lies, by two letters: a state, district, territory or military post of the United States, or a
   * province of Canada. Nothing where that is not known: a zip code that nobody uses, another country.
   */
  readonly state: string | undefined;
  /** One value for all forms of one region: `AZ` for `az` and `US-AZ`, `85004` for `85004-1234`. */
  readonly value: string;
}

/** What is known of the regions of one country. */
export interface Regions {
  /** The region that a text means, or nothing. */
  readonly read: (text: string) => Region | undefined;
  /** What `read` understands, in words that follow "expected". */
  readonly forms: string;
  /** The two-letter codes that its own regions have as their `state`, each once. */
  readonly states: readonly string[];
}
