/** Follows the journal of a mock or proxy over HTTP: one GET, with its body as a stream. */
import type { Readable } from 'node:stream';
import type { ConnectionOptions } from '../conformance/deployment/deployment.ts';
import { openConnections } from '../conformance/runner/client/connections.ts';
import { ProxyError, TLS_ERROR } from '../conformance/runner/client/network-error.ts';
import { adviseOnTls } from '../conformance/runner/preflight/advice.ts';
import { parseJsonObject } from '../src/text/json-object.ts';

interface FollowOptions {
  /** The base address, with a slash at the end. */
  readonly url: URL;
  /** The number of earlier requests to show first. */
  readonly last: number;
  /** Receives each line, without its line end. */
  readonly show: (line: string) => void;
  readonly signal: AbortSignal;
  readonly reach: ConnectionOptions;
  /** Milliseconds until the headers of the response; 10,000 by default. */
  readonly timeout?: number;
}

const ENDED = 'the mock or proxy ended';

/** @returns why it ended; undefined where the signal ended it */
export async function followJournal(options: FollowOptions): Promise<string | undefined> {
  const { url, last, show, signal, reach, timeout = 10_000 } = options;
  const address = new URL(`_tollgate/journal?follow=true&limit=${last}`, url);
  if (!url.pathname.startsWith('/w/')) address.searchParams.set('world', '*');
  const connections = openConnections(address, reach, { connections: 1, timeout });
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(new Error(`no answer within ${timeout / 1000} s`)), timeout);
  try {
    // fetch would end a response without data after five minutes.
    const { statusCode, headers, body } = await connections.request({
      ...{ method: 'GET', path: address.pathname + address.search },
      signal: AbortSignal.any([signal, deadline.signal]),
    });
    clearTimeout(timer);
    if (statusCode !== 200 || headers['content-type'] !== 'application/x-ndjson')
      return await explain(statusCode, body);

    return await showLines(body, show).catch(() => (signal.aborted ? undefined : ENDED));
  } catch (error) {
    // The reason of the signal is no Error.
    return signal.aborted ? undefined : whyUnreached(error, reach);
  } finally {
    clearTimeout(timer);
    await connections.close();
  }
}

function whyUnreached(error: unknown, reach: ConnectionOptions): string {
  if (error instanceof ProxyError) return `the proxy ${error.message}`;
  const { code, message } = error as NodeJS.ErrnoException;
  const reason = typeof code === 'string' ? code : onOneLine(message);

  return TLS_ERROR.test(reason)
    ? `it answers, but ${adviseOnTls(reason, reach)}`
    : `cannot be reached (${reason}): is the mock or proxy running, and is this its address?`;
}

/** In characters: an entry of a mock or proxy has less than a third of them. */
const LONGEST_LINE = 4 * 2 ** 20;

async function showLines(body: Readable, show: FollowOptions['show']): Promise<string> {
  let rest = '';
  for await (const piece of body.setEncoding('utf8') as AsyncIterable<string>) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    // An empty line is a heartbeat.
    for (const line of lines) if (line !== '') show(line);
    if (rest.length > LONGEST_LINE) return 'expected a tollgate mock or proxy, got a line of more than 4 MiB';
  }

  return ENDED;
}

/** The most characters to read of a response that is not a journal. */
const MOST_OF_PROBLEM = 64 * 1024;

/** Explains a refusal by the detail of the problem. */
async function explain(status: number, body: AsyncIterable<unknown>): Promise<string> {
  let text = '';
  for await (const piece of body) {
    text += piece;
    if (text.length > MOST_OF_PROBLEM) break;
  }
  const { type, detail } = parseJsonObject(text) ?? {};
  if (!String(type).startsWith('urn:tollgate:problem:'))
    return `expected a tollgate mock or proxy, got something else (status ${status})`;
  const hint = status === 404 ? ' With --control off there is no journal.' : '';

  return `it refuses (status ${status}): ${onOneLine(String(detail))}${hint}`;
}

function onOneLine(text: string): string {
  return text.replace(/\p{Cc}/gu, ' ').slice(0, 300);
}
