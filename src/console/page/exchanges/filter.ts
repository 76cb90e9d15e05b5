/** Which exchanges the list shows, and how each is summed up: what it did, and what was wrong. */
import type { JournalEntry } from '../../../exchange/journal/entry.ts';
import { type Effect, type Story, violationText } from '../../../exchange/journal/story.ts';

interface Outcome {
  readonly label: string;
  readonly tone: 'good' | 'bad' | 'warn' | 'note' | 'calm';
}

export const OUTCOMES: Readonly<Record<Effect, Outcome | undefined>> = {
  new: { label: 'new', tone: 'good' },
  updated: { label: 'updated', tone: 'note' },
  sold: { label: 'sold', tone: 'good' },
  refused: { label: 'refused', tone: 'bad' },
  fault: { label: 'fault', tone: 'warn' },
  other: undefined,
};

export function statusTone(status: number): 'good' | 'bad' | 'warn' {
  if (status < 400) return 'good';

  return status < 500 ? 'warn' : 'bad';
}

export interface Filter {
  readonly id: FilterId;
  readonly label: string;
}

export type FilterId = 'all' | 'refused' | 'findings' | 'fees' | 'sales';

export const FILTERS: readonly Filter[] = [
  { id: 'all', label: 'All' },
  { id: 'refused', label: 'Refused' },
  { id: 'findings', label: 'With findings' },
  { id: 'fees', label: 'Fees' },
  { id: 'sales', label: 'Sales' },
];

export function fitsFilter(id: FilterId, entry: JournalEntry, { did }: Story): boolean {
  switch (id) {
    case 'all':
      return true;
    case 'refused':
      return did === 'refused' || did === 'fault';
    case 'findings':
      return countFindings(entry) > 0;
    case 'fees':
      return did === 'new' || did === 'updated';
    case 'sales':
      return did === 'sold';
  }
}

/** The number of violations; of hints where there are none, since a hint often repeats a violation. */
export function countFindings({ violations, overlooked, hints }: JournalEntry): number {
  return violations.length + overlooked.length || hints.length;
}

/** The first thing that was wrong, in a sentence; empty where nothing was. */
export function firstFinding(entry: JournalEntry): string {
  const { violations, overlooked, hints, reason, reasonCode } = entry;
  const [violation = overlooked[0]] = violations;
  if (violation !== undefined) return violationText(violation);

  return hints[0]?.message ?? reason ?? reasonCode ?? refusalText(entry);
}

/** The service's reason for a refusal: the detail of a problem (RFC 9457), or a similar field. */
function refusalText({ status, answer: { body } }: JournalEntry): string {
  if (status < 400 || typeof body !== 'object' || body === null) return '';
  const { detail, title, message, error } = body as Readonly<Record<string, unknown>>;
  const text = [detail, title, message, error].find((one) => typeof one === 'string' && one !== '');

  return typeof text === 'string' ? text : '';
}

/** Of an exchange, in characters. */
const MOST_SEARCHED = 20_000;

/** Returns a search that remembers the text of each exchange. All words have to occur, in any order. */
export function createSearch(): (words: string, entry: JournalEntry) => boolean {
  const texts = new WeakMap<JournalEntry, string>();
  const textOf = (entry: JournalEntry) => {
    const known = texts.get(entry);
    if (known !== undefined) return known;
    const text = JSON.stringify(entry).slice(0, MOST_SEARCHED).toLowerCase();
    texts.set(entry, text);

    return text;
  };

  return (words, entry) => {
    const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);

    return wanted.every((word) => textOf(entry).includes(word));
  };
}
