/** Services that throttle, restart, wait or close connections (section 8 specifies no limits). */
import type { ServerResponse } from 'node:http';
import { REFERENCE, type ReferenceBehavior } from '../reference.ts';
import { type LegalService, legal } from './legal-service.ts';

export const TRAFFIC: readonly LegalService[] = [
  legal(
    'serves four requests at once and puts off the others with 503',
    'worker pools with a full queue',
    () => ({
      onArrival: (_, response, atOnce) => atOnce > 4 && answer(response, 503, { 'retry-after': '0' }),
      delay: () => 2,
    }),
    { inconclusiveAt: ['quick'], isSlow: true },
  ),
  legal(
    'serves one request at a time, 12 ms each',
    'single-threaded PHP and Python servers',
    () => oneAtATime(12),
    { isSlow: true },
  ),
  legal(
    'serves one request at a time, and eight together take longer than the time limit',
    'single-threaded servers that call a slow back end',
    () => oneAtATime(120),
    { isSlow: true, file: { limits: { timeout: 900 } } },
  ),
  legal(
    'serves one request at a time and refuses others with 503, as the deployment file says',
    'batch back ends behind a thin HTTP layer',
    () => ({ onArrival: (_, response, atOnce) => atOnce > 1 && answer(response, 503, {}) }),
    { file: { limits: { concurrency: 1 } } },
  ),
  legal(
    'blocks a client for a minute after 40 refusals, with 403',
    'rate-based rules of firewalls, fail2ban',
    () => blocking(403, {}),
    { inconclusiveAt: ['quick', 'standard', 'deep'] },
  ),
  legal(
    'blocks a client for a minute after 40 refusals, with 429 and Retry-After',
    'rate-based rules of firewalls, fail2ban',
    () => blocking(429, { 'retry-after': '60' }),
    { inconclusiveAt: ['quick', 'standard', 'deep'] },
  ),
  legal('closes the connection after each refusal', 'Go and Java servers that do not drain bodies', () => ({
    sendResponse(response, written) {
      if (written.status >= 400) response.shouldKeepAlive = false;
      REFERENCE.sendResponse(response, written);
    },
  })),
  legal(
    'restarts once behind a gateway that answers 502 for a quarter of a second',
    'rolling deployments',
    () => once(60, 250, (response) => answer(response, 502, {})),
    { inconclusiveAt: ['quick'], isSlow: true },
  ),
  legal(
    'restarts late in a quick run behind a gateway that answers 502 for a quarter of a second',
    'rolling deployments',
    () => once(109, 250, (response) => answer(response, 502, {})),
    { inconclusiveAt: ['quick'], isSlow: true },
  ),
  legal(
    'has a maintenance window of a second, with 503 and Retry-After',
    'planned maintenance behind a load balancer',
    () => once(60, 1000, (response) => answer(response, 503, { 'retry-after': '1' })),
    { isSlow: true },
  ),
  legal(
    'answers the first request after a second and a half, all others at once',
    'serverless cold starts',
    () => ({ delay: (call) => (call === 1 ? 1500 : 0) }),
    { isSlow: true },
  ),
  legal(
    'answers after 20 to 120 ms',
    'services across an ocean',
    () => ({ delay: (call) => 20 + ((call * 7919) % 100) }),
    { isSlow: true },
  ),
];

function answer(response: ServerResponse, status: number, headers: Readonly<Record<string, string>>): true {
  response.writeHead(status, headers).end();

  return true;
}

/** Answers everything with this status for a minute, from the 40th refusal on. */
function blocking(status: number, headers: Readonly<Record<string, string>>): Partial<ReferenceBehavior> {
  let refusals = 0;
  let until = 0;

  return {
    onResponse(written) {
      if (written.status >= 400 && ++refusals === 40) until = performance.now() + 60_000;
    },
    intercept: (_, response) => performance.now() < until && answer(response, status, headers),
  };
}

/** From this call on, for this many milliseconds. */
function once(
  call: number,
  ms: number,
  meet: (response: ServerResponse) => true,
): Partial<ReferenceBehavior> {
  let began: number | undefined;

  return {
    intercept(_, response, now) {
      if (now < call) return false;
      began ??= performance.now();

      return performance.now() - began < ms && meet(response);
    },
  };
}

/** Answers requests one after another. @param ms milliseconds for each */
function oneAtATime(ms: number): Partial<ReferenceBehavior> {
  let free = 0;

  return {
    delay() {
      const now = performance.now();
      free = Math.max(free, now) + ms;

      return free - now;
    },
  };
}
