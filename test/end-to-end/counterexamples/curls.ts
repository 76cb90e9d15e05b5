/** Checks that the printed curl commands get the recorded answers from another deployment. */
import type { Deployment } from '../../../conformance/deployment/deployment.ts';
import type { Report, ReportRule } from '../../../conformance/report/report.ts';
import type { Standing } from './broken.ts';

/** Runs a script in bash and returns its output; undefined where it takes longer than this many milliseconds. */
export type Bash = (
  script: string,
  environment: Readonly<Record<string, string>>,
  longest: number,
) => Promise<string | undefined>;

export interface Printed {
  /** The printed and the recorded answers, without values that differ between runs. */
  readonly got: readonly string[];
  readonly expected: readonly string[];
}

/** The longest time of a command that gets an answer, in milliseconds. */
const LONGEST = 30_000;

export async function printed(
  { counterexample }: ReportRule,
  { target }: Report,
  { deployment }: Standing,
  bash: Bash,
): Promise<Printed> {
  const steps = counterexample?.steps ?? [];
  const script = steps.map(({ curl }) => `${curl}\necho`).join('\n');
  const isUnanswered = steps.some(({ response }) => !('body' in response));
  const out = await bash(
    script.replaceAll(new URL(target).origin, deployment.url.origin),
    tokensOf(deployment),
    isUnanswered ? deployment.limits.timeout : LONGEST,
  );
  const expected = steps.map(({ response }) => ('body' in response ? response.body : NO_ANSWER));
  const got = out === undefined ? [NO_ANSWER] : out.split('\n');

  return { got: normalise(got), expected: normalise(expected) };
}

const NO_ANSWER = 'no answer in time';

function tokensOf({ one, several }: Deployment): Readonly<Record<string, string>> {
  return { TOLLGATE_TOKEN: one.token ?? '', TOLLGATE_TOKEN_SEVERAL: several?.token ?? '' };
}

/** A fresh `mTxId`, masked by the report or with the random digits of a command. */
const FRESH_MTXID = /\b([a-z0-9]{5})(?:x{7}|\d{7})\b/g;

/** Puts bodies on one line, numbers identifiers in their order, and removes times. */
function normalise(texts: readonly string[]): readonly string[] {
  const seen: string[] = [];
  const numbered = (id: string) => {
    if (!seen.includes(id)) seen.push(id);

    return `#${seen.indexOf(id)}`;
  };

  return texts
    .flatMap((text) => text.split('\n'))
    .filter((line) => line !== '')
    .map((line) =>
      line.includes('"instance"')
        ? line
            .replace(/"instance":"[^"]*"/, '')
            .replace(FRESH_MTXID, '$1#')
            .replace(/\w*…\(\d+ digits\)\w*|[0-9a-f]{18,}/g, '#')
        : line.replace(/[0-9a-f]{18,}|(?<="(?:sTxId|mTxId)":"?)[^"},]+/g, numbered),
    );
}
