/** Follows the journal of a mock over HTTP: a line of JSON for each request, until either side ends it. */
import { get as getHttp, type IncomingMessage } from 'node:http';
import { get as getHttps } from 'node:https';

export interface Following {
  /** The base address, with a slash at the end. */
  readonly url: URL;
  /** How many of the last requests to begin with. */
  readonly last: number;
  /** Told each line, without its end. */
  readonly show: (line: string) => void;
  readonly signal: AbortSignal;
}

export type HowItEnded =
  /** By the signal. */
  { readonly kind: 'stopped' } | { readonly kind: 'failed'; readonly why: string };

/** How long to wait for the beginning of an answer, in milliseconds. */
const PATIENCE = 10_000;

export function followJournal({ url, last, show, signal }: Following): Promise<HowItEnded> {
  const address = new URL(`_tollgate/journal?follow=true&limit=${last}`, url);
  if (!url.pathname.startsWith('/w/')) address.searchParams.set('world', '*');
  const get = address.protocol === 'https:' ? getHttps : getHttp;

  return new Promise((resolve) => {
    const fail = (why: string) => resolve({ kind: 'failed', why });
    // Not by fetch, which gives up on an answer on which nothing comes for five minutes.
    const request = get(address, { signal }, (answer) => {
      clearTimeout(impatience);
      void follow(answer, show).then(
        (ended) => (signal.aborted ? resolve({ kind: 'stopped' }) : resolve(ended)),
        () => (signal.aborted ? resolve({ kind: 'stopped' }) : fail('the mock ended')),
      );
    });
    const impatience = setTimeout(
      () => request.destroy(new Error(`no answer within ${PATIENCE / 1000} s`)),
      PATIENCE,
    );
    request.on('error', (error) => {
      clearTimeout(impatience);
      if (signal.aborted) resolve({ kind: 'stopped' });
      else fail(`cannot be reached (${reasonOf(error)}): is the mock running, and is this its address?`);
    });
  });
}

/** Of an answer that is no journal, enough to see whether the mock says why, in bytes. */
const MOST_OF_PROBLEM = 64 * 1024;

async function follow(answer: IncomingMessage, show: Following['show']): Promise<HowItEnded> {
  answer.setEncoding('utf8');
  if (answer.statusCode !== 200 || answer.headers['content-type'] !== 'application/x-ndjson') {
    return { kind: 'failed', why: explain(answer.statusCode, await readSome(answer)) };
  }
  let rest = '';
  for await (const piece of answer) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    // An empty one only says that the mock is still there.
    for (const line of lines) if (line !== '') show(line);
  }

  return { kind: 'failed', why: 'the mock ended' };
}

async function readSome(answer: IncomingMessage): Promise<string> {
  let text = '';
  for await (const piece of answer) {
    text += piece;
    if (text.length > MOST_OF_PROBLEM) break;
  }

  return text;
}

/** A mock says in a problem what is wrong; where it has no control routes, that this path is not known. */
function explain(status: number | undefined, text: string): string {
  const problem = parse(text);
  const isOurs = problem?.type?.startsWith('urn:tollgate:problem:') === true;
  if (!isOurs) return `expected a tollgate mock, got something else (status ${status})`;
  const detail = plain(problem?.detail ?? '');

  return status === 404 && !detail.includes('journal')
    ? 'the mock does not let anybody look inside: it was started with --control off'
    : `the mock refuses (status ${status}): ${detail}`;
}

function parse(text: string): { readonly type?: string; readonly detail?: string } | undefined {
  try {
    const value = JSON.parse(text);

    return typeof value?.type === 'string' && typeof value.detail === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}

function plain(text: string): string {
  return text.replace(/\p{Cc}/gu, ' ').slice(0, 300);
}

function reasonOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : plain(error.message);
}
