/** Formats a journal entry as one line: time, status, request, merchant, what it did, violations. */

import type { JournalEntry } from '../src/exchange/journal/entry.ts';
import { type Story, storyText, violationText } from '../src/exchange/journal/story.ts';
import { startOf, visibleLine } from '../src/text/visible.ts';
import type { Paint } from './colors.ts';

/** Characters of each part of a line. */
const MOST = 300;

type TailEntry = Pick<JournalEntry, 'time' | 'status' | 'violations' | 'overlooked' | 'choices'> &
  Partial<
    Pick<JournalEntry, 'method' | 'path' | 'world' | 'merchant' | 'reasonCode' | 'reason' | 'fault' | 'hints'>
  >;

/** @returns the line with its end */
export function tailLine(entry: TailEntry, story: Story, paint: Paint): string {
  const { time, status, method = '(no HTTP)', path = '', world, merchant } = entry;
  const did = cut(visibleLine(storyText(story)));
  const wrong = cut(visibleLine(describeFaults(entry)));
  const parts = [
    paint('dim', visibleLine(String(time).slice(11, 23))),
    paint(status >= 500 ? 'red' : status >= 400 ? 'yellow' : 'green', cut(visibleLine(String(status)))),
    cut(visibleLine(`${method} ${world === undefined ? '' : `/w/${world}`}${path}`)),
    ...(merchant === undefined ? [] : [paint('dim', cut(visibleLine(merchant)))]),
    ...(did === '' ? [] : [did]),
    ...(wrong === '' ? [] : [wrong]),
  ];

  return `${parts.join('  ')}\n`;
}

/** The line of JSON, with characters escaped that a terminal would interpret. */
export function jsonLine(json: string): string {
  return `${visibleLine(json)}\n`;
}

function describeFaults({
  violations,
  overlooked,
  reason,
  reasonCode,
  choices,
  fault,
  hints = [],
}: TailEntry): string {
  const texts = violations.map(violationText);
  const refused = texts.length > 0 ? texts : [reason ?? reasonCode ?? ''];
  const names = Object.entries(choices).map(([name, option]) => `${name}=${option}`);

  return [
    ...(fault === undefined ? [] : [`fault: ${fault}`]),
    ...refused,
    ...overlooked.map(({ pointer, got }) => `overlooked ${pointer || 'the body'}: ${got}`),
    ...hints.map(({ rule, message }) => `hint ${rule}: ${message}`),
    ...(names.length === 0 ? [] : [`chosen: ${names.join(', ')}`]),
  ]
    .filter((text) => text !== '')
    .join('; ');
}

function cut(text: string): string {
  return text.length > MOST ? `${startOf(text, MOST)}…` : text;
}
