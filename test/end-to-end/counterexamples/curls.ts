/** Whether the printed commands, pasted into a shell, show on another deployment what was recorded on the first. */
import type { Deployment } from '../../../conformance/deployment/deployment.ts';
import type { Report, ReportRule } from '../../../conformance/report/report.ts';
import type { Standing } from './broken.ts';

/** Runs a script in bash and gives what it prints; undefined where that takes longer than so many milliseconds. */
export type Bash = (
  script: string,
  environment: Readonly<Record<string, string>>,
  longest: number,
) => Promise<string | undefined>;

export interface Printed {
  /** What the shell printed and what was recorded, without what differs from run to run. */
  readonly got: readonly string[];
  readonly expected: readonly string[];
}

/** How long one command takes at the most that gets an answer, in milliseconds. */
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

/** Bodies on many lines as one, identifiers by the order in which they come, and nothing of what is of the moment. */
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
        ? line.replace(/"instance":"[^"]*"/, '').replace(/\w*…\(\d+ digits\)\w*|[0-9a-f]{18,}/g, '#')
        : line.replace(/[0-9a-f]{18,}|(?<="(?:sTxId|mTxId)":"?)[^"},]+/g, numbered),
    );
}
