/** The rows of the list: which exchanges it shows, where a search matches, how each is summed up, which are drawn. */
import type { JournalEntry } from '../../exchange/journal/entry.ts';
import { type Story, violationText } from '../../exchange/journal/story.ts';
import type { Word } from './elements.tsx';

export type FilterId = 'all' | 'refused' | 'faults' | 'findings' | 'fees' | 'sales';

export const FILTERS: readonly (readonly [id: FilterId, label: string])[] = [
  ['all', 'All'],
  ['refused', 'Refused'],
  ['faults', 'Faults'],
  ['findings', 'Findings'],
  ['fees', 'Fees'],
  ['sales', 'Sales'],
];

export function fitsFilter(id: FilterId, entry: JournalEntry, { did }: Story): boolean {
  const fits = {
    all: true,
    refused: did === 'refused',
    faults: entry.fault !== undefined,
    findings: countFindings(entry) > 0,
    fees: did === 'new' || did === 'updated',
    sales: did === 'sold',
  };

  return fits[id];
}

/** The number of violations; of hints where there are none, since a hint often repeats a violation. */
export function countFindings({ violations, overlooked, hints }: JournalEntry): number {
  return violations.length + overlooked.length || hints.length;
}

/** The first thing that was wrong, in a sentence; empty where nothing was. */
export function firstFinding(entry: JournalEntry): string {
  const { violations, overlooked, hints, reason, reasonCode, fault } = entry;
  if (fault !== undefined) return `fault: ${fault}`;
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

/** What the client received: a status, or less; with the word for its colour. */
export function receivedOf({ status, fault }: JournalEntry, { received }: Story): readonly [string, Word] {
  const isWhole = received === undefined;
  const word = isWhole && status < 400 ? 'passed' : fault === undefined ? 'refused' : 'fault';

  return [isWhole ? String(status) : received === 'a part' ? 'cut' : 'lost', word];
}

/** Of an exchange, in characters. */
const MOST_SEARCHED = 20_000;

/** The words of a search, in lower case. */
export function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().split(/\s+/).filter(Boolean);
}

/** Returns a function that tells whether all words occur in an exchange, in any order; it remembers their texts. */
export function createSearch(): (words: readonly string[], entry: JournalEntry) => boolean {
  const texts = new WeakMap<JournalEntry, string>();

  return (words, entry) => {
    if (words.length === 0) return true;
    const text = texts.get(entry) ?? JSON.stringify(entry).slice(0, MOST_SEARCHED).toLowerCase();
    texts.set(entry, text);

    return words.every((word) => text.includes(word));
  };
}

/** In pixels. page.css has the same height. */
export const ROW_HEIGHT = 44;

/** Rows drawn above and below the view, for fast scrolling. */
const SPARE = 8;

export interface RowRange {
  readonly from: number;
  /** Not included. */
  readonly to: number;
}

/**
 * @param top how far the list is scrolled, in pixels
 * @param height of the view, in pixels
 */
export function visibleRows(top: number, height: number, count: number): RowRange {
  const from = Math.floor(top / ROW_HEIGHT) - SPARE;
  const to = Math.ceil((top + height) / ROW_HEIGHT) + SPARE;

  return { from: Math.max(0, Math.min(from, count)), to: Math.max(0, Math.min(to, count)) };
}

/** Where the list has to be scrolled to, so that a row is in view. */
export function scrollTo(row: number, top: number, height: number): number {
  const start = row * ROW_HEIGHT;
  if (start < top) return start;

  return start + ROW_HEIGHT > top + height ? start + ROW_HEIGHT - height : top;
}
