/** Follows the journal of a mock or proxy over HTTP: one line of JSON for each request. */
import type { ConnectionOptions } from '../conformance/deployment/deployment.ts';
import { ProxyError, TLS_ERROR } from '../conformance/runner/client/network-error.ts';
import { adviseOnTls } from '../conformance/runner/preflight/advice.ts';
import { parseJsonObject } from '../src/text/json-object.ts';
import { getStream, type StreamedResponse } from './get-stream.ts';

interface FollowOptions {
  /** The base address, with a slash at the end. */
  readonly url: URL;
  /** The number of earlier requests to show first. */
  readonly last: number;
  /** Receives each line, without its line end. */
  readonly show: (line: string) => void;
  readonly signal: AbortSignal;
  readonly reach: ConnectionOptions;
}

/** Milliseconds to wait for the head of the response. */
const TIMEOUT = 10_000;

/** @returns why it ended; undefined where the signal ended it */
export async function followJournal({
  url,
  last,
  show,
  signal,
  reach,
}: FollowOptions): Promise<string | undefined> {
  const address = new URL(`_tollgate/journal?follow=true&limit=${last}`, url);
  if (!url.pathname.startsWith('/w/')) address.searchParams.set('world', '*');
  let why: string;
  try {
    // fetch would end a response without data after five minutes.
    const response = await getStream(address, { reach, signal, timeout: TIMEOUT });
    why = await follow(response, show).catch(() => ENDED);
  } catch (error) {
    why = whyUnreached(error, reach);
  }

  return signal.aborted ? undefined : why;
}

const ENDED = 'the mock or proxy ended';

function whyUnreached(error: unknown, reach: ConnectionOptions): string {
  if (error instanceof ProxyError) return `the proxy ${error.message}`;
  const reason = error instanceof Error ? reasonOf(error) : String(error);

  return TLS_ERROR.test(reason)
    ? `it answers, but ${adviseOnTls(reason, reach)}`
    : `cannot be reached (${reason}): is the mock or proxy running, and is this its address?`;
}

/** In characters: an entry of a mock or proxy has less than a tenth of them. */
const LONGEST_LINE = 16 * 2 ** 20;

/** The most bytes to read of a response that is not a journal. */
const MOST_OF_PROBLEM = 64 * 1024;

async function follow(
  { status, headers, body }: StreamedResponse,
  show: FollowOptions['show'],
): Promise<string> {
  body.setEncoding('utf8');
  if (status !== 200 || headers['content-type'] !== 'application/x-ndjson')
    return explain(status, await readSome(body));
  // The pieces of a line are joined once: to add each to the text before takes a time that grows with the square.
  let pieces: string[] = [];
  let length = 0;
  for await (const piece of body as AsyncIterable<string>) {
    const [first = '', ...others] = piece.split('\n');
    pieces.push(first);
    length += first.length;
    if (length > LONGEST_LINE) return 'expected a tollgate mock or proxy, got a line of more than 16 MiB';
    for (const next of others) {
      const line = pieces.join('');
      // An empty line is a heartbeat.
      if (line !== '') show(line);
      pieces = [next];
      length = next.length;
    }
  }

  return ENDED;
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
  const { type, detail, violations } = parseJsonObject(text) ?? {};
  if (!String(type).startsWith('urn:tollgate:problem:') || typeof detail !== 'string')
    return `expected a tollgate mock or proxy, got something else (status ${status})`;
  const isUnknownPath = Array.isArray(violations) && violations.some((one) => one?.pointer === 'path');

  return status === 404 && isUnknownPath
    ? 'the mock was started with --control off, so that its journal cannot be read'
    : `it refuses (status ${status}): ${plain(detail)}`;
}

function plain(text: string): string {
  return text.replace(/\p{Cc}/gu, ' ').slice(0, 300);
}

function reasonOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : plain(error.message);
}
