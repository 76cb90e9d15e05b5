/** One request of the journal as a line for people: when, what came, whose, and what was wrong. */
import type { JournalEntry } from '../mock/journal/entry.ts';
import type { Paint } from './paint.ts';

/** How much of what was wrong fits on a line that people read, in characters. */
const MOST = 300;

type Shown = Pick<JournalEntry, 'time' | 'status' | 'violations' | 'overlooked' | 'choices'> &
  Partial<Pick<JournalEntry, 'method' | 'path' | 'world' | 'merchant' | 'reasonCode' | 'reason' | 'fault'>>;

/** @returns the line with its end */
export function tailLine(entry: Shown, paint: Paint): string {
  const { time, status, method = '(no HTTP)', path = '', world, merchant } = entry;
  const wrong = cut(plain(whatWasWrong(entry)));
  const parts = [
    paint('dim', plain(time.slice(11, 23))),
    paint(status >= 500 ? 'red' : status >= 400 ? 'yellow' : 'green', String(status)),
    plain(`${method} ${world === undefined ? '' : `/w/${world}`}${path}`),
    ...(merchant === undefined ? [] : [paint('dim', plain(merchant))]),
    ...(wrong === '' ? [] : [wrong]),
  ];

  return `${parts.join('  ')}\n`;
}

/** The line of JSON as it came; what a terminal would act on is escaped. */
export function jsonLine(json: string): string {
  return `${json.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, asEscapes)}\n`;
}

/** As JSON has it: a character beyond the first 65,536 is two units. */
function asEscapes(character: string): string {
  const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at));

  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
}

function whatWasWrong({ violations, overlooked, reason, reasonCode, choices, fault }: Shown): string {
  const told = violations.map(
    ({ pointer, expected, got }) => `${pointer || 'the body'}: expected ${expected}, got ${got}`,
  );
  const refused = told.length > 0 ? told : [reason ?? reasonCode ?? ''];
  const names = Object.entries(choices).map(([name, option]) => `${name}=${option}`);

  return [
    ...(fault === undefined ? [] : [`fault: ${fault}`]),
    ...refused,
    ...overlooked.map(({ pointer, got }) => `overlooked ${pointer || 'the body'}: ${got}`),
    ...(names.length === 0 ? [] : [`chosen: ${names.join(', ')}`]),
  ]
    .filter((text) => text !== '')
    .join('; ');
}

/** What a client sent reaches a terminal here: nothing of it may move the cursor, colour the rest or turn it around. */
function plain(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '�');
}

function cut(text: string): string {
  return text.length > MOST ? `${text.slice(0, MOST)}…` : text;
}
