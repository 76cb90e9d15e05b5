/** Converts a counterexample of a run to the report: each step with its request, response and curl command. */
import { mapTexts } from '../../src/text/map-texts.ts';
import { cut, startOf } from '../../src/text/visible.ts';
import type { Deployment } from '../deployment/deployment.ts';
import type { Exchange } from '../rule/exchange.ts';
import { headersIn } from '../rule/request-variant.ts';
import type { Counterexample } from '../runner/outcome.ts';
import { abridgeBody, addressOf, authorizationIn, headerVariable, REDACTED, toCurls } from './curl.ts';
import type { ReportCounterexample, ReportStep } from './report.ts';

export function toReportCounterexample(
  { value, expected, got, transcript }: Counterexample,
  deployment: Deployment,
): ReportCounterexample {
  const curls = toCurls(transcript, deployment);
  const steps = transcript.steps.map((exchange, index) => ({
    request: toRequest(exchange, deployment),
    response: toResponse(exchange),
    curl: curls[index] ?? '',
  }));

  return {
    expected,
    got,
    case: value,
    ...(transcript.connection === undefined ? {} : { connection: transcript.connection }),
    steps,
  };
}

function toRequest(exchange: Exchange, deployment: Deployment): ReportStep['request'] {
  const { variant, body } = exchange;
  const authorization = authorizationIn(exchange, deployment);
  // A configured header may be a secret, whatever its name.
  const headers = Object.entries(headersIn(variant, deployment.headers)).map(([name, value]) => [
    name,
    headerVariable(name) === undefined ? value : REDACTED,
  ]);

  return {
    method: variant.method,
    url: addressOf(exchange, deployment),
    headers: { ...Object.fromEntries(headers), ...(authorization === undefined ? {} : { authorization }) },
    body: variant.method === 'GET' ? '' : abridgeBody(body),
  };
}

/** Keeps only the header Content-Type: most others hold times and addresses. */
function toResponse({ response }: Exchange): ReportStep['response'] {
  if (response.kind === 'unanswered') return { none: response.cause, detail: response.detail };
  const { status, headers, text } = response;
  const type = headers['content-type'];

  return {
    status,
    headers: type === undefined ? {} : { 'content-type': type },
    body: cut(text, LONGEST_MASKED),
  };
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
