/** A counterexample as it is reported: each step with its request, its answer and a curl command. */
import type { Method } from '../client/answer.ts';
import type { Step } from '../conversation.ts';
import type { Deployment } from '../deployment/deployment.ts';
import { headersIn } from '../manner.ts';
import type { Counterexample } from '../run/outcome.ts';
import { addressOf, authorizationOf, headerVariable, REDACTED, TOKEN_VARIABLES, toCurls } from './curl.ts';
import { printable } from './long-body.ts';

export interface ReportStep {
  readonly request: {
    readonly method: Method;
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    /** Empty with GET, which has its fields in the query. A very long one is abridged; the command has all of it. */
    readonly body: string;
  };
  readonly response:
    | { readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly body: string }
    | { readonly none: string; readonly detail: string };
  readonly curl: string;
}

export interface ReportCounterexample {
  readonly expected: string;
  readonly got: string;
  /** The case itself, as `replay` runs it again. */
  readonly case: unknown;
  readonly steps: readonly ReportStep[];
}

export function toReportCounterexample(
  { value, expected, got, transcript }: Counterexample,
  merchant: 'one' | 'several',
  deployment: Deployment,
): ReportCounterexample {
  const { url, headers, reach, cardTokens } = deployment;
  const asked = deployment[merchant] === undefined ? 'one' : merchant;
  const { token, tokenVariable: named = TOKEN_VARIABLES[asked] } = deployment[asked] ?? {};
  const tokenVariable = token === undefined ? undefined : named;
  const curls = toCurls(transcript, { url, headers, tokenVariable, reach, cardTokens });

  const toStep = (step: Step, position: number): ReportStep => {
    const { manner, body, answer } = step;
    const authorization = authorizationOf(step, tokenVariable);

    return {
      request: {
        method: manner.method,
        url: addressOf(step, url),
        headers: {
          ...withoutValues(headersIn(manner, headers)),
          ...(authorization === undefined ? {} : { authorization }),
        },
        body: manner.method === 'GET' ? '' : printable(body),
      },
      response:
        answer.kind === 'unanswered'
          ? { none: answer.cause, detail: answer.detail }
          : { status: answer.status, headers: contentType(answer.headers), body: answer.text },
      curl: curls[position] ?? '',
    };
  };

  return { expected, got, case: value, steps: transcript.steps.map(toStep) };
}

/** Configured headers may be secrets, whatever they are named; those of section 5 are none. */
function withoutValues(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      headerVariable(name) === undefined ? value : REDACTED,
    ]),
  );
}

/** Of all answer headers the one that matters; the others hold times and addresses. */
function contentType(headers: Readonly<Record<string, string>>): Record<string, string> {
  const type = headers['content-type'];

  return type === undefined ? {} : { 'content-type': type };
}
