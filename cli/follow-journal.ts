/** Follows the journal of a mock or proxy over HTTP: one line of JSON for each request. */
import type { ConnectionOptions } from '../conformance/deployment/deployment.ts';
import { ProxyError, TLS_ERROR } from '../conformance/runner/client/network-error.ts';
import { adviseOnTls } from '../conformance/runner/preflight/advice.ts';
import type { Problem } from '../src/contract/types.ts';
import { getStream, type StreamedResponse } from './get-stream.ts';

export interface FollowOptions {
  /** The base address, with a slash at the end. */
  readonly url: URL;
  /** The number of earlier requests to show first. */
  readonly last: number;
  /** Receives each line, without its line end. */
  readonly show: (line: string) => void;
  readonly signal: AbortSignal;
  readonly reach: ConnectionOptions;
}

export type FollowResult =
  /** `stopped`: aborted by the signal. */
  { readonly kind: 'stopped' } | { readonly kind: 'failed'; readonly why: string };

/** Milliseconds to wait for the head of the response. */
const TIMEOUT = 10_000;

export async function followJournal({
  url,
  last,
  show,
  signal,
  reach,
}: FollowOptions): Promise<FollowResult> {
  const address = new URL(`_tollgate/journal?follow=true&limit=${last}`, url);
  if (!url.pathname.startsWith('/w/')) address.searchParams.set('world', '*');
  try {
    // fetch would end a response without data after five minutes.
    const response = await getStream(address, { reach, signal, timeout: TIMEOUT });
    const ended = await follow(response, show).catch(() => MOCK_ENDED);

    return signal.aborted ? { kind: 'stopped' } : ended;
  } catch (error) {
    return signal.aborted ? { kind: 'stopped' } : { kind: 'failed', why: whyUnreached(error, reach) };
  }
}

const MOCK_ENDED: FollowResult = { kind: 'failed', why: 'the mock or proxy ended' };

function whyUnreached(error: unknown, reach: ConnectionOptions): string {
  const reason = error instanceof Error ? reasonOf(error) : String(error);
  if (error instanceof ProxyError) return `the proxy ${error.message}`;

  return TLS_ERROR.test(reason)
    ? `it answers, but ${adviseOnTls(reason, reach)}`
    : `cannot be reached (${reason}): is the mock or proxy running, and is this its address?`;
}

/** In characters: an entry of a mock or proxy has less than a tenth of them. */
const LONGEST_LINE = 16 * 2 ** 20;

const TOO_LONG: FollowResult = {
  kind: 'failed',
  why: 'expected a tollgate mock or proxy, got a line of more than 16 MiB',
};

/** The most bytes to read of a response that is not a journal. */
const MOST_OF_PROBLEM = 64 * 1024;

async function follow(
  { status, headers, body }: StreamedResponse,
  show: FollowOptions['show'],
): Promise<FollowResult> {
  body.setEncoding('utf8');
  if (status !== 200 || headers['content-type'] !== 'application/x-ndjson') {
    return { kind: 'failed', why: explain(status, await readSome(body)) };
  }
  // The pieces of a line are joined once: to add each to the text before takes a time that grows with the square.
  let pieces: string[] = [];
  let length = 0;
  for await (const piece of body as AsyncIterable<string>) {
    const [first = '', ...others] = piece.split('\n');
    pieces.push(first);
    length += first.length;
    if (length > LONGEST_LINE) return TOO_LONG;
    for (const next of others) {
      const line = pieces.join('');
      // An empty line is a heartbeat.
      if (line !== '') show(line);
      pieces = [next];
      length = next.length;
    }
  }

  return MOCK_ENDED;
}

async function readSome(body: StreamedResponse['body']): Promise<string> {
  let text = '';
  for await (const piece of body) {
    text += piece;
    if (text.length > MOST_OF_PROBLEM) break;
  }

  return text;
}

/** Explains a refusal by the detail of the mock's problem, or by missing control routes. */
function explain(status: number, text: string): string {
  const problem = parse(text);
  const isOurs = problem?.type?.startsWith('urn:tollgate:problem:') === true;
  if (!isOurs) return `expected a tollgate mock or proxy, got something else (status ${status})`;
  const detail = plain(problem?.detail ?? '');

  const isUnknownPath =
    Array.isArray(problem?.violations) && problem.violations.some((one) => one?.pointer === 'path');

  return status === 404 && isUnknownPath
    ? 'the mock was started with --control off, so that its journal cannot be read'
    : `it refuses (status ${status}): ${detail}`;
}

function parse(text: string): Partial<Problem> | undefined {
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
