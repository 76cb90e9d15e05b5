/** Writes exchanges as a browser exports them: HAR 1.2, unmasked. */

import type { TrafficReport } from '../../conformance/index.ts';
import { DECISIONS } from '../../conformance/traffic/decisions.ts';
import type { DefectName, RuleId } from '../../src/contract/rule-ids.ts';
import type { SeenExchange } from '../../src/exchange/traffic-event.ts';
import { DEFECT_NAMES } from '../../src/mock/behaviors/defects/index.ts';

interface HarOptions {
  /** Names of request headers that the export leaves out, as Chrome does with `authorization`. */
  readonly without?: readonly string[];
  /** The address of the service in place of the recorded one. */
  readonly service?: string;
}

export function harText(events: readonly SeenExchange[], options: HarOptions = {}): string {
  return JSON.stringify({
    log: {
      version: '1.2',
      creator: { name: 'WebInspector', version: '537.36' },
      pages: [],
      entries: events.map((event) => toEntry(event, options)),
    },
  });
}

function toEntry({ exchange }: SeenExchange, { without = [], ...options }: HarOptions): object {
  const { request, response, startedAt, duration, service = '' } = exchange;
  const url = new URL((options.service ?? service) + request.url);
  const pseudo = {
    ':authority': url.host,
    ':method': request.method,
    ':path': url.pathname,
    ':scheme': 'https',
  };
  const headers = toHeaders({ ...pseudo, ...request.headers }).filter(
    ({ name }) => !without.includes(name.toLowerCase()),
  );
  const body = request.body === undefined ? {} : { postData: toContent(request.body) };

  return {
    startedDateTime: new Date(startedAt).toISOString(),
    time: duration,
    request: {
      method: request.method,
      url: url.href,
      httpVersion: 'http/2.0',
      headers,
      queryString: [],
      cookies: [],
      headersSize: -1,
      bodySize: request.body?.length ?? 0,
      ...body,
    },
    response: {
      status: response.status,
      statusText: '',
      httpVersion: 'http/2.0',
      headers: toHeaders(response.headers),
      cookies: [],
      content: { size: response.body.length, ...toContent(response.body) },
      redirectURL: '',
      headersSize: -1,
      bodySize: -1,
    },
    cache: {},
    timings: { blocked: 0, dns: -1, connect: -1, send: 0, wait: duration, receive: 0, ssl: -1 },
  };
}

function toContent(text: string): object {
  return { mimeType: 'application/json', text };
}

function toHeaders(headers: Readonly<Record<string, string | readonly string[] | undefined>>) {
  return Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [{ name, value: String(value) }],
  );
}

// The parts of a verdict on traffic that masking does not change.

export function verdictOf({ verdict, exitCode, exchanges, notJudged, sides }: TrafficReport) {
  return {
    ...{ verdict, exitCode, exchanges, notJudged },
    sides: sides.map(({ subject, verdict: of, summary, choices, rules }) => ({
      ...{ subject, of, summary, choices },
      rules: rules.map(({ id, outcome, exercised }) => `${id} ${outcome} ${exercised}`),
    })),
  };
}

// Which defects of the mock ordinary traffic reveals, and why it cannot reveal the others.

/** The defect is a refusal, which may have a reason, or shows only in calls that ordinary clients do not send. */
export const REFUSES: readonly DefectName[] = [
  'fee-request/requires-region:abroad-for-several',
  'fee-request/requires-region:in-a-body-that-is-no-json',
  'nicn/refuses-fewer-than-6-digits:in-an-update-with-a-new-mtxid',
  'nicn/refuses-more-than-8-digits:for-iso-codes',
  'identity/update-by-mtxid-keeps-stxid:names-of-object-properties',
  'sale/requires-stxid-or-mtxid:in-a-body-that-is-no-json',
  'sale/requires-stxid-or-mtxid:refused-yet-sold',
  'sale/requires-stxid-or-mtxid:refused-yet-sold-for-several',
  'sale/accepts-stxid',
  'sale/accepts-mtxid',
  'sale/accepts-mtxid:without-authcode',
  'sale/accepts-both',
  'fee-response/has-transaction-fee-number:large-amounts',
  'identity/update-by-mtxid-keeps-stxid:of-more-than-50-characters',
  'identity/state-machine:second-update',
  'identity/state-machine:sale-by-stxid-after-an-update',
  'sale/accepts-stxid:seven-digits',
  'sale/accepts-mtxid:long-mtxid',
  // Of fee calls that lack a field beside another, or whose nicn is invalid in its own way.
  ...DEFECT_NAMES.filter((name) =>
    /^fee-request\/requires-\w+:beside-|^nicn\/refuses-.*:(?:none|three-digits|12-digits|abroad|letter-at-the-end|other-scripts|sign)$/.test(
      name,
    ),
  ),
  // Of mTxIds that resemble each other, or of refusals.
  ...DEFECT_NAMES.filter((name) =>
    /^(?:identity\/distinct-mtxids-are-distinct:|sale\/accepts-late-mtxid)/.test(name),
  ),
];

/** The response may also be a refusal, or another process may have created the transaction. */
export const AMBIGUOUS: readonly DefectName[] = [
  'fee-response/has-message-ok:on-updates-by-both',
  'identity/update-by-mtxid-keeps-stxid:after-a-refused-sale',
];

/** Only with the prices of the merchants. */
export const PRICED: readonly DefectName[] = DEFECT_NAMES.filter((name) =>
  ['processor/required-with-several', 'fee/matches-reference'].includes(ruleOf(name)),
);

export const VISIBLE = DEFECT_NAMES.filter(
  (name) =>
    DECISIONS.get(ruleOf(name))?.kind === 'judged' && ![...REFUSES, ...AMBIGUOUS, ...PRICED].includes(name),
);

export function ruleOf(defect: DefectName): RuleId {
  return defect.replace(/:.*$/, '') as RuleId;
}
