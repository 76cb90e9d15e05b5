/** Writes exchanges as steps of a report: those of the suite, and those of a client, whose values are masked. */
import { type Exchange as ClientExchange, splitUrl } from '../../src/exchange/exchange.ts';
import { mapTexts } from '../../src/text/json-object.ts';
import { maskHeader, maskQuery, maskText } from '../../src/text/mask.ts';
import { maskBody } from '../../src/text/mask-json.ts';
import { quote } from '../../src/text/shell.ts';
import { cut, startOf } from '../../src/text/visible.ts';
import type { Deployment } from '../deployment/deployment.ts';
import type { ServiceCall } from '../rule/service-call.ts';
import type { Counterexample } from '../runner/outcome.ts';
import { curlArguments, requestOf, toCurls } from './curl.ts';
import type { ReportCounterexample, ReportStep } from './report.ts';

/** The counterexample of a run of the suite; text of the server is not masked yet. */
export function toReportCounterexample(
  { value, expected, got, transcript }: Counterexample,
  deployment: Deployment,
): ReportCounterexample {
  const curls = toCurls(transcript, deployment);

  return {
    ...{ expected, got, case: value },
    ...(transcript.connection === undefined ? {} : { connection: transcript.connection }),
    steps: transcript.steps.map((call, index) => ({
      request: requestOf(call, deployment),
      response: responseOf(call),
      curl: curls[index] ?? '',
    })),
  };
}

function responseOf({ response }: ServiceCall): ReportStep['response'] {
  if (response.kind === 'unanswered') return { none: response.cause, detail: response.detail };
  const { status, headers, text } = response;

  return { status, headers: contentTypeOf(headers), body: cut(text, LONGEST_MASKED) };
}

/** Keeps only the header Content-Type: most others hold times and addresses. */
function contentTypeOf(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const type = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1];

  return type === undefined ? {} : { 'content-type': type };
}

/** An exchange of a client, masked, with a command that sends the request again. */
export function toClientStep(exchange: ClientExchange, address: string): ReportStep {
  const { method = 'POST', body: sent = '' } = exchange.request;
  const { path = '', query } = splitUrl(exchange.request);
  const url =
    maskText(address.replace(/\/$/, '')) +
    maskText(path) +
    (query === undefined ? '' : `?${maskQuery(query)}`);
  const request = { method, url, headers: clientHeaders(exchange), body: maskBody(sent, AS_WRITTEN) };
  const body = request.body === '' ? undefined : `--data-raw ${quote(request.body)}`;

  return {
    request,
    response: clientResponse(exchange),
    curl: `curl ${curlArguments(request, body)}`,
  };
}

/** Headers that HTTP libraries add by themselves say nothing about the client. */
const NOISE =
  /^(?:host|connection|keep-alive|content-length|transfer-encoding|expect|user-agent|accept.*|sec-.*|origin|referer|cache-control|pragma|priority|te|upgrade.*|dnt|traceparent|tracestate)$/;

const TOKEN = 'Bearer $TOLLGATE_TOKEN';

/** A mask shows whether a card number was sent as a number or as text. */
const AS_WRITTEN = { writeMask: (mask: string) => mask };

function clientHeaders({ request: { headers } }: ClientExchange): Readonly<Record<string, string>> {
  const shown = Object.entries(headers).flatMap(([name, value]) => {
    if (value === undefined || NOISE.test(name)) return [];
    const isBearer = name === 'authorization' && /^\s*bearer\s+\S/i.test(String(value));

    return [[maskText(name), isBearer ? TOKEN : maskHeader(name, String(value))]];
  });

  return Object.fromEntries(shown);
}

function clientResponse({ response, delivery }: ClientExchange): ReportStep['response'] {
  if (delivery === 'lost' || response.status === 0)
    return { none: 'lost', detail: 'no response reached the client' };
  const headers = mapTexts(contentTypeOf(response.headers), (text) => maskHeader('content-type', text));

  return { status: response.status, headers, body: maskBody(response.body, AS_WRITTEN) };
}

/** Characters of a body that are masked: many more than are shown, so that no shown secret is cut. */
const LONGEST_MASKED = 60_000;

/** Characters of a sentence of the report. */
const LONGEST_SENTENCE = 300;

export function shortenSentence(text: string): string {
  return text.length > LONGEST_SENTENCE ? `${startOf(text, LONGEST_SENTENCE)}…` : text;
}

/** Characters of all bodies of a counterexample, and limits for one of them. */
const ALL_BODIES = 200_000;
const ONE_BODY = { least: 500, most: 20_000 } as const;
const LONGEST_HEADER = 200;

/** Only a command with an identifier that a server made is ever longer. */
const LONGEST_COMMAND = 20_000;

/** Shortens long texts. Mask secrets first: a part of a secret is not recognised. */
export function shortenCounterexample(counterexample: ReportCounterexample): ReportCounterexample {
  const { got, steps } = counterexample;
  const share = Math.floor(ALL_BODIES / Math.max(1, 2 * steps.length));
  const most = Math.min(ONE_BODY.most, Math.max(ONE_BODY.least, share));

  return {
    ...counterexample,
    got: shortenSentence(got),
    steps: steps.map(({ request, response, curl, ...rest }) => ({
      ...rest,
      request: { ...request, body: cut(request.body, most) },
      response:
        'none' in response
          ? response
          : {
              ...response,
              headers: mapTexts(response.headers, (text) => cut(text, LONGEST_HEADER)),
              body: cut(response.body, most),
            },
      curl: cut(curl, LONGEST_COMMAND),
    })),
  };
}
