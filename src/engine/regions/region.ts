/** The types of a region (document 2.1) and of the parser of a country's regions. */

export interface Region {
  /** A state code, a zip or postal code, or any text of another country. */
  readonly kind: 'state' | 'zip' | 'elsewhere';
  /** ISO 3166-1 numeric; `840` for territories of the United States. */
  readonly country: string;
  /**
   * Two letters: a state, district, territory or military post of the United States, or a province of Canada.
   * Undefined for unassigned zip codes and other countries.
   */
  readonly state: string | undefined;
  /** The normalised form: `AZ` for `az` and `US-AZ`, `85004` for `85004-1234`. */
  readonly value: string;
}

/** The regions of one country. */
export interface Regions {
  /** Parses a region; undefined for other text. */
  readonly read: (text: string) => Region | undefined;
  /** The forms that `read` accepts, as words that follow "expected". */
  readonly forms: string;
  /** The two-letter codes of its states or provinces, without duplicates. */
  readonly states: readonly string[];
}
