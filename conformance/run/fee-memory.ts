/** Remembers what every first call was priced at, to notice fees that vary from call to call. */

export interface FeeMemory {
  /** US dollars, for a request that is the same to the letter whenever it is noted. */
  note(request: string, fee: number): void;
  /** Whether one request has had two fees. */
  readonly vary: boolean;
}

export function createFeeMemory(): FeeMemory {
  const fees = new Map<string, number>();
  let vary = false;

  return {
    note(request, fee) {
      vary ||= (fees.get(request) ?? fee) !== fee;
      fees.set(request, fee);
    },
    get vary() {
      return vary;
    },
  };
}
