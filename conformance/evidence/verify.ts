/** Judges a recorded run again, and compares the judgement with a report of it. */
import type { AnyReport, Report } from '../report/report.ts';
import { rulesWith } from '../report/rule-status.ts';
import { RULES } from '../rules/index.gen.ts';
import { EvidenceError, ownSuite, sha256, withRecording } from './digests.ts';
import { Diverged, readRecording } from './play-back.ts';

export interface RecordingCheck {
  /** 0 the same; 1 another result; 2 files that do not belong together; 3 another revision of some rules. */
  readonly code: 0 | 1 | 2 | 3;
  /** One sentence, or a few. */
  readonly text: string;
}

/** @throws EvidenceError, and the errors of the readers of deployments, waivers and reports */
export async function verifyRecording(
  report: AnyReport,
  text: string,
  where: string,
): Promise<RecordingCheck> {
  if (report.subject === 'traffic')
    throw new EvidenceError('the report: expected one of a service or a client, got one of traffic');
  const { digests } = report;
  if (digests?.recording !== undefined && digests.recording !== sha256(text))
    throw new EvidenceError(
      `${where}: expected the recording with the digest ${digests.recording.slice(0, SHOWN)}…, as the report names it, got another file`,
    );
  const result = await judgeAgain(report, text, where);
  if (result.code !== 1) return result;
  if (digests !== undefined && digests.recording === undefined)
    throw new EvidenceError(
      'the report: expected the digest of its recording, got none: it is of a run without --record',
    );
  const others = RULES.filter(
    ({ id, revision = 1 }) =>
      (report.rules.find((rule) => rule.id === id)?.revision ?? revision) !== revision,
  );
  if (others.length > 0)
    return {
      code: 3,
      text: `the report has other revisions of ${others.map(({ id }) => id).join(', ')} than this version of tollgate: verify it with tollgate ${report.tool.version}`,
    };
  const isOther = digests !== undefined && digests.suite !== ownSuite();

  return isOther
    ? {
        code: 3,
        text: `another version of the suite made the report (tollgate ${report.tool.version}): verify it with that one. Here, ${result.text}`,
      }
    : result;
}

/** Characters of a digest that messages show. */
const SHOWN = 8;

/** What can be said of a report without its recording: what was checked, and what was not. */
export function verifyAlone(report: AnyReport): RecordingCheck {
  const sides = report.subject === 'traffic' ? report.sides : [report];
  const contradiction = sides.flatMap(contradictionIn)[0];
  if (contradiction !== undefined) return { code: 1, text: contradiction };
  const suite = report.subject === 'traffic' ? undefined : report.digests?.suite;
  const isOwn = suite === ownSuite();
  const maker =
    suite === undefined
      ? 'the report does not name the suite that made it'
      : `${isOwn ? 'this' : 'another'} version of the suite made the report${isOwn ? '' : ` (tollgate ${report.tool.version})`}`;

  return {
    code: isOwn ? 0 : 3,
    text: `${maker}, and its verdict follows from its rules; what the rules say was not checked: that takes the recording of the run`,
  };
}

/** How the verdict does not follow from the rules. */
function contradictionIn(report: Report): readonly string[] {
  const [failed] = rulesWith(report, 'failed');
  if (report.verdict === 'conformant' && failed !== undefined)
    return [`the report says conformant, and that ${failed.id} failed`];

  return report.verdict === 'nonconformant' && failed === undefined
    ? ['the report says nonconformant, and of no rule that it failed']
    : [];
}

/** Plays the recording back, and compares. */
async function judgeAgain(report: Report, text: string, where: string): Promise<RecordingCheck> {
  const { subject, play } = readRecording(text, where);
  if (report.subject !== subject)
    throw new EvidenceError(
      `${where}: expected the recording of a ${report.subject}, got one of a ${subject}`,
    );
  try {
    const judged = await play();
    const difference = firstDifference(report, JSON.parse(JSON.stringify(withRecording(judged, text))));

    return difference === undefined
      ? { code: 0, text: `the recording gives the report: ${judged.verdict}, rule by rule` }
      : { code: 1, text: difference };
  } catch (error) {
    if (error instanceof Diverged) return { code: 1, text: `${where}: ${error.message}` };
    throw error;
  }
}

/** The first rule whose result differs, else the first other difference; undefined where there is none. */
function firstDifference(report: Report, judged: Report): string | undefined {
  for (const rule of judged.rules) {
    const stated = report.rules.find(({ id }) => id === rule.id);
    if (stated?.outcome !== rule.outcome)
      return `${rule.id}: the report says ${stated?.outcome ?? 'nothing'}, the recording gives ${rule.outcome}`;
  }
  const path = differenceIn(report, judged);
  if (path === undefined) return undefined;
  const [first, index, ...rest] = path;
  const id = first === 'rules' ? judged.rules[Number(index)]?.id : undefined;
  const place = id === undefined ? path.join('.') : `${id}: ${rest.join('.') || 'the rule'}`;
  const [stated, given] = [report, judged].map((value) => brief(at(value, path)));

  return `${place}: the report says ${stated}, the recording gives ${given}`;
}

/** The path of the first value that differs. */
function differenceIn(one: unknown, other: unknown): readonly string[] | undefined {
  if (Object.is(one, other)) return undefined;
  if (!isNested(one) || !isNested(other) || Array.isArray(one) !== Array.isArray(other)) return [];
  for (const key of new Set([...Object.keys(other), ...Object.keys(one)])) {
    const path = differenceIn(one[key], other[key]);
    if (path !== undefined) return [key, ...path];
  }

  return undefined;
}

function isNested(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function at(value: unknown, path: readonly string[]): unknown {
  return path.reduce((inner: unknown, key) => (isNested(inner) ? inner[key] : undefined), value);
}

const LONGEST = 120;

function brief(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);

  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
