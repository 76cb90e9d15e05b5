/** Prints the requests of a running mock or proxy as they arrive: a line each. */
import { readConnectionOptions } from '../../conformance/deployment/connection.ts';
import type { JournalEntry } from '../../src/exchange/journal/entry.ts';
import { createStoryteller, type Story, storyText, violationText } from '../../src/exchange/journal/story.ts';
import { startOf, visibleLine } from '../../src/text/visible.ts';
import { INCONCLUSIVE, type Run, UsageError } from '../command.ts';
import { followJournal } from '../follow-journal.ts';
import { toJsonError } from '../output.ts';
import type { Paint } from '../terminal.ts';
import type * as declared from './mock-commands.ts';
import { MOCK_ADDRESS } from './options.ts';

const FIX = 'check that a mock or proxy with a journal runs at this address';

export const runTail: Run<typeof declared.tail> = async (
  { arguments: [address = MOCK_ADDRESS], options },
  { print, shutdown, outputClosed, environment, paint },
) => {
  const url = readUrl(address);
  const { last, json, ca, cert, key, insecure } = options;
  const reach = readConnectionOptions(url, environment, { ca, cert, key, insecure });
  const tell = createStoryteller();
  const show = (line: string) => {
    if (json) return print(jsonLine(line));
    const entry = JSON.parse(line);
    print(tailLine(entry, tell(entry), paint));
  };
  const signal = AbortSignal.any([shutdown, outputClosed]);
  const why = await followJournal({ url, last, show, signal, reach });
  if (why === undefined) return { code: 0, out: '' };

  const problem = `tollgate: ${url.href.replace(/\/$/, '')}: ${why}\n`;

  return {
    ...{ code: INCONCLUSIVE, out: '' },
    problem: json ? toJsonError('no-journal', problem, FIX) : problem,
  };
};

/** @throws UsageError */
function readUrl(text: string): URL {
  const url = URL.parse(text);
  if (url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '')
    return new URL(url.pathname.replace(/\/*$/, '/'), url);
  throw new UsageError(
    `URL: expected an http(s) address without a name or password, such as ${MOCK_ADDRESS}`,
  );
}

/** Characters of each part of a line. */
const MOST = 300;

type TailEntry = Pick<JournalEntry, 'time' | 'status' | 'violations' | 'overlooked' | 'choices'> &
  Partial<
    Pick<JournalEntry, 'method' | 'path' | 'world' | 'merchant' | 'reasonCode' | 'reason' | 'fault' | 'hints'>
  >;

/** Time, status, request, merchant, what it did, and what is wrong. @returns the line with its end */
export function tailLine(entry: TailEntry, story: Story, paint: Paint): string {
  const { time, status, method = '(no HTTP)', path = '', world, merchant = '' } = entry;
  const colour = status >= 500 || status === 0 ? 'red' : status >= 400 ? 'yellow' : 'green';
  const parts = [
    paint('dim', visibleLine(String(time).slice(11, 23))),
    paint(colour, shortened(String(status))),
    shortened(`${method} ${world === undefined ? '' : `/w/${world}`}${path}`),
    merchant && paint('dim', shortened(merchant)),
    shortened(storyText(story)),
    shortened(describeFaults(entry)),
  ];

  return `${parts.filter((part) => part !== '').join('  ')}\n`;
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
  const names = Object.entries(choices).map(([name, option]) => `${name}=${option}`);

  return [
    fault && `fault: ${fault}`,
    ...(violations.length > 0 ? violations.map(violationText) : [reason ?? reasonCode]),
    ...overlooked.map(({ pointer, got }) => `overlooked ${pointer || 'the body'}: ${got}`),
    ...hints.map(({ rule, message }) => `hint ${rule}: ${message}`),
    names.length > 0 && `chosen: ${names.join(', ')}`,
  ]
    .filter(Boolean)
    .join('; ');
}

function shortened(text: string): string {
  const line = visibleLine(text);

  return line.length > MOST ? `${startOf(line, MOST)}…` : line;
}
