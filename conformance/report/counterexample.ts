/** A counterexample as it is reported: each step with its request, its answer and a curl command. */
import { pathOf } from '../../src/contract/operations.ts';
import type { Step } from '../conversation.ts';
import type { Deployment } from '../deployment/deployment.ts';
import type { Counterexample } from '../run/outcome.ts';
import { toCurls } from './curl.ts';

export interface ReportStep {
  readonly request: {
    readonly method: 'POST';
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
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

/** The variable of the shell that holds a merchant's token. */
const TOKEN_VARIABLES = { one: 'TOLLGATE_TOKEN', several: 'TOLLGATE_TOKEN_SEVERAL' } as const;

export function toReportCounterexample(
  { value, expected, got, transcript }: Counterexample,
  merchant: 'one' | 'several',
  deployment: Deployment,
): ReportCounterexample {
  const { url, headers } = deployment;
  const asked = deployment[merchant] === undefined ? 'one' : merchant;
  const tokenVariable = deployment[asked]?.token === undefined ? undefined : TOKEN_VARIABLES[asked];
  const authorization = tokenVariable === undefined ? {} : { authorization: `Bearer $${tokenVariable}` };
  const curls = toCurls(transcript, { url, headers, tokenVariable });

  const toStep = ({ operation, body, answer }: Step, position: number): ReportStep => ({
    request: {
      method: 'POST',
      url: url.href.replace(/\/$/, '') + pathOf(operation),
      headers: { ...headers, ...authorization },
      body,
    },
    response:
      answer.kind === 'unanswered'
        ? { none: answer.cause, detail: answer.detail }
        : { status: answer.status, headers: contentType(answer.headers), body: answer.text },
    curl: curls[position] ?? '',
  });

  return { expected, got, case: value, steps: transcript.steps.map(toStep) };
}

/** Of all answer headers the one that matters; the others hold times and addresses. */
function contentType(headers: Readonly<Record<string, string>>): Record<string, string> {
  const type = headers['content-type'];

  return type === undefined ? {} : { 'content-type': type };
}
