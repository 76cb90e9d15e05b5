/** Limits how many requests are sent at the same time to a deployment that answers them one after another. */

export interface Crowding {
  /** Requests that may be under way at the same time. */
  readonly places: number;
  /** Reports an answer: its milliseconds, and the most requests that were under way meanwhile, itself included. */
  answered(ms: number, underWay: number): void;
  /** Reports a request that was not answered in time. Returns whether the other requests may be the reason. */
  timedOut(underWay: number): boolean;
}

interface CrowdingOptions {
  /** The most requests at the same time. */
  readonly concurrency: number;
  /** Milliseconds within which an answer has to come. */
  readonly timeout: number;
}

/** Parts of the time limit: an answer that takes more asks for fewer requests, one that takes less allows more. */
const LATE = 0.5;
const EARLY = 0.25;

/** Early answers, for each request that is sent at the same time, before there is one more. */
const EARLY_ANSWERS = 5;

export function createCrowding({ concurrency, timeout }: CrowdingOptions): Crowding {
  let places = concurrency;
  /** Milliseconds of the fastest answer to a request that was under way alone. */
  let alone = Number.POSITIVE_INFINITY;
  let wasLate = false;
  let early = 0;
  /** Milliseconds of the last answers. */
  let recent: readonly number[] = [];

  const halve = (underWay: number) => {
    wasLate = true;
    early = 0;
    places = Math.max(1, Math.floor(Math.min(places, underWay) / 2));
  };

  return {
    get places() {
      return places;
    },
    answered(ms, underWay) {
      recent = [...recent, ms].slice(-concurrency);
      if (underWay === 1 && ms < alone) {
        alone = ms;
        // As if the requests were answered one after another, until later answers show that they are not.
        if (!wasLate) places = Math.min(concurrency, Math.max(1, Math.floor((LATE * timeout) / ms)));
      }
      // A request that was sent among more than are allowed now says nothing about those that are.
      const isTelling = underWay <= places;
      if (ms > LATE * timeout && underWay > 1 && isTelling) halve(underWay);
      if (ms > EARLY * timeout || places === concurrency || ++early < EARLY_ANSWERS * places) return;
      early = 0;
      places++;
    },
    timedOut(underWay) {
      const isCrowded = underWay > 1 && recent.some((ms) => ms > EARLY * timeout);
      if (isCrowded && underWay <= places) halve(underWay);

      return isCrowded;
    },
  };
}
