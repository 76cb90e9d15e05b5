/** Keeps a report small, however long the answers are that it shows. Comes last: a piece of a secret is none to a redactor. */

import { cut } from '../../src/text/visible.ts';
import type { ReportCounterexample, ReportStep } from './counterexample.ts';

/** Characters of all bodies of a counterexample, and of one of them at the least and at the most. */
const ALL_BODIES = 200_000;
const ONE_BODY = { least: 500, most: 20_000 } as const;

/** A command is of no use without its end, so that only one with an identifier of a server's making is ever this long. */
const LONGEST_COMMAND = 20_000;

export function abridge(counterexample: ReportCounterexample): ReportCounterexample {
  const { steps } = counterexample;
  const share = Math.floor(ALL_BODIES / Math.max(1, 2 * steps.length));
  const most = Math.min(ONE_BODY.most, Math.max(ONE_BODY.least, share));

  return { ...counterexample, steps: steps.map((step) => abridgeStep(step, most)) };
}

function abridgeStep({ request, response, curl }: ReportStep, most: number): ReportStep {
  return {
    request: { ...request, body: cut(request.body, most) },
    response:
      'none' in response
        ? response
        : { ...response, headers: cutAll(response.headers), body: cut(response.body, most) },
    curl: cut(curl, LONGEST_COMMAND),
  };
}

/** The one that is shown is a media type. */
function cutAll(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, cut(value, 200)]));
}
