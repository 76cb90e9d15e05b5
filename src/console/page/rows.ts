/** What a row says of an exchange: what was wrong with it, what the client received; and which rows a filter or search shows. */
import { CLIENT_MUST_RULES } from '../../contract/client-rule-ids.ts';
import { violationText } from '../../exchange/journal/story.ts';
import type { Word } from './elements.tsx';
import type { ShownExchange } from './feed.ts';

export const FILTERS: Readonly<Record<string, (exchange: ShownExchange) => boolean>> = {
  All: () => true,
  Refused: ({ story }) => story.did === 'refused',
  Faults: ({ fault }) => fault !== undefined,
  Findings: (exchange) => countFindings(exchange) > 0,
  Fees: ({ story }) => isPrice(story.did),
  Sales: ({ story }) => story.did === 'sold',
};

/** Whether a call set the price of its transaction. */
export function isPrice(did: ShownExchange['story']['did']): boolean {
  return did === 'new' || did === 'updated';
}

/** The number of violations; of hints where there are none, since a hint often repeats a violation. */
export function countFindings({ violations, overlooked, hints }: ShownExchange): number {
  return violations.length + overlooked.length || hints.length;
}

/** The word for the colour of what was wrong: a refusal, a must rule that the client broke, or less. */
export function findingWord({ story, hints }: Pick<ShownExchange, 'story' | 'hints'>): Word {
  return story.did === 'refused' ? 'refused' : hints.some(isMust) ? 'failed' : 'hint';
}

export function isMust({ rule }: ShownExchange['hints'][number]): boolean {
  return CLIENT_MUST_RULES.some((id) => id === rule);
}

/** The first thing that was wrong, in a sentence; empty where nothing was. */
export function firstFinding(exchange: ShownExchange): string {
  const { violations, overlooked, hints, reason, reasonCode, fault } = exchange;
  if (fault !== undefined) return `fault: ${fault}`;
  const [violation = overlooked[0]] = violations;
  if (violation !== undefined) return violationText(violation);

  return hints[0]?.message ?? reason ?? reasonCode ?? refusalText(exchange);
}

/** The service's reason for a refusal: the detail of a problem (RFC 9457), or a similar field. */
function refusalText({ status, answer: { body } }: ShownExchange): string {
  if (status < 400 || typeof body !== 'object' || body === null) return '';
  const { detail, title, message, error } = body as Readonly<Record<string, unknown>>;

  return String([detail, title, message, error].find((one) => typeof one === 'string' && one !== '') ?? '');
}

/** What the client received: a status, or less; with the word for its colour. */
export function receivedOf({ status, fault, received }: ShownExchange): readonly [string, Word] {
  const isWhole = received === undefined;
  const word = isWhole && status < 400 ? 'passed' : fault === undefined ? 'refused' : 'fault';

  return [isWhole ? String(status) : received === 'a part' ? 'cut' : 'lost', word];
}

/** Returns a function that tells whether a text in lower case has all words of a search, in any order. */
export function searchFor(typed: string): (text: string) => boolean {
  const words = typed.toLowerCase().split(/\s+/);

  return (text) => words.every((word) => text.includes(word));
}
