/** Reads profiles: dated lists of the rules and conditions that a verdict is about. A released one never changes. */

import type { AnyRuleId } from '../../src/contract/client-rule-ids.ts';
import { readPackageFile } from '../../src/contract/package-files.ts';
import { nearest } from '../../src/reading/nearest.ts';
import { remember } from '../../src/text/remember.ts';
import type { Deployment } from '../deployment/deployment.ts';
import { parseYaml } from '../deployment/read-file.ts';
import { sha256 } from '../evidence/digests.ts';
import { PROFILES } from '../profiles/released.ts';
import type { EffortName, Report } from '../report/report.ts';
import type { RuleOutcome, RuleResult, SkipCause } from '../runner/outcome.ts';
import type { ProfileSchemas } from './profile.gen.ts';

/** What a profile asks of a rule. */
export type Requirement = ProfileSchemas['rule'];

/** A profile with the chosen modules. */
export type Profile = Readonly<ReturnType<typeof readProfile>>;

/** The base, or a module. */
type ProfilePart = ProfileSchemas['part'];

const SUBJECTS = ['service', 'client'] as const;

/** The file, which `profile.schema.json` describes. */
interface ProfileFile {
  readonly effort: EffortName;
  readonly base: ProfilePart;
  readonly modules: Readonly<Record<string, ProfilePart>>;
}

type Need = NonNullable<ProfilePart['deployment']>[number];

/** Paths of the deployment file, and whether it has them. */
const NEEDS: Readonly<Record<Need, (deployment: Deployment) => boolean>> = {
  'merchants.one.token': ({ one }) => one.token !== undefined,
  'merchants.one.processors': ({ one }) => one.processors.length > 0,
  'merchants.several': ({ several }) => (several?.processors.length ?? 0) > 1,
  'regions.zip': ({ regions }) => regions.zip.length > 0,
  'regions.state': ({ regions }) => regions.state.length > 0,
  'regions.iso': ({ regions }) => regions.iso.length > 0,
  multiPay: ({ multiPay }) => multiPay,
  pricing: ({ pricing }) => pricing !== undefined,
};

/** A profile is unknown, or cannot be judged in this way. */
class ProfileError extends Error {
  override readonly name = 'ProfileError';
  readonly code = 'profile';
}

const readReleased = remember((name) => {
  const path = `conformance/profiles/${name}.yaml`;
  const text = readPackageFile(path) ?? '';

  return {
    digest: sha256(text),
    file: parseYaml(text, path, (message) => new ProfileError(message)) as ProfileFile,
  };
});

/**
 * @param typed a name, with modules after it, such as `2026-11+several+pricing`
 * @param subject whose rules count; those of both by default
 * @throws ProfileError where there is no such profile or module, or the module has no rules on the subject
 */
export function readProfile(typed: string, subject?: Report['subject']) {
  const [name = '', ...wanted] = typed.split('+');
  const known = PROFILES.find((one) => one === name);
  if (known === undefined)
    throw new ProfileError(
      `--profile: expected ${PROFILES.join(' or ')}, with modules as in ${PROFILES.at(-1)}+several, got ${typed}`,
    );
  const { digest, file } = readReleased(known);
  const { base, effort } = file;
  const rulesOf = (part: ProfilePart) =>
    SUBJECTS.flatMap((one) =>
      subject === undefined || one === subject ? Object.entries(part[one] ?? {}) : [],
    );
  const all = Object.entries(file.modules).filter(([, part]) => rulesOf(part).length > 0);
  const names = all.map(([module]) => module);
  const unknown = wanted.find((module) => !names.includes(module));
  if (unknown !== undefined) {
    const meant = nearest(unknown, names);
    throw new ProfileError(
      `--profile: expected modules of ${name}${subject === undefined ? '' : ` with rules on ${subject}s`} (${names.join(', ')}), got ${unknown}${meant === undefined ? '' : `: did you mean ${meant}?`}`,
    );
  }
  const chosen = all.filter(([module]) => wanted.includes(module));
  const modules = chosen.map(([module]) => module);
  const parts = [base, ...chosen.map(([, part]) => part)];

  return {
    ...{ name, modules, digest, effort },
    /** As it is typed, such as `2026-11+several`. */
    label: [name, ...modules].join('+'),
    // A module may ask more of a rule than the base.
    /** What it asks of each rule, by id. */
    rules: new Map<string, Requirement>(parts.flatMap(rulesOf)),
    /** What the deployment file must have. */
    deployment: parts.flatMap((part) => part.deployment ?? []),
  };
}

interface ProfiledResult extends Pick<RuleResult<AnyRuleId>, 'id' | 'exercised' | 'revision'> {
  readonly outcome: Pick<RuleOutcome, 'kind'> & { readonly cause?: SkipCause };
}

/** What the profile asks of a rule that counts in it; undefined of another, and of another revision. */
export function requirementOn(
  { id, revision = 1 }: Pick<ProfiledResult, 'id' | 'revision'>,
  { rules }: Profile,
): Requirement | undefined {
  const required = rules.get(id);

  return required?.level === 'must' && required.revision === revision ? required : undefined;
}

/** The rules that count and were not tested as the profile requires, each with the reason. */
export function uncovered(
  { rules }: Profile,
  results: readonly ProfiledResult[],
): ReadonlyMap<string, string> {
  return new Map(
    [...rules].flatMap(([id, { level, revision, least }]) => {
      const result = results.find((one) => one.id === id);
      const why = level === 'must' && whyUncovered(result, revision, least);

      return why ? [[id, why] as const] : [];
    }),
  );
}

function whyUncovered(
  result: ProfiledResult | undefined,
  revision: number,
  least: number,
): string | undefined {
  if (result === undefined) return 'no rule of this version of tollgate';
  const { outcome, revision: own = 1, exercised = 0 } = result;
  if (own !== revision) return `revision ${own}, not ${revision}`;
  const hasChoice = outcome.cause === 'choice' && least === 0;
  if (outcome.kind === 'blocked' || (outcome.kind === 'skipped' && !hasChoice)) return outcome.kind;
  return outcome.kind === 'pass' && exercised < least ? `${exercised} of ${least} judged calls` : undefined;
}

/** Options of a judge. Those named here change what counts, or under which conditions. */
export interface GivenProfile {
  readonly profile?: string | undefined;
  readonly effort?: EffortName | undefined;
  readonly only?: unknown;
  readonly skip?: unknown;
  readonly strict?: unknown;
  readonly must?: unknown;
  readonly waivers?: unknown;
  readonly baseline?: unknown;
  readonly like?: unknown;
}

const FIXED = ['only', 'skip', 'strict', 'must', 'waivers', 'baseline', 'like'] as const;

/**
 * The profile of a run; undefined without one.
 *
 * @throws ProfileError where the profile does not allow an option, or the deployment lacks what it needs
 */
export function profileOf(
  given: GivenProfile,
  subject: Report['subject'],
  deployment?: Deployment,
): Profile | undefined {
  if (given.profile === undefined) return undefined;
  const profile = readProfile(given.profile, subject);
  const beside = FIXED.find((name) => isSet(given[name]));
  if (beside !== undefined)
    throw new ProfileError(
      `--${beside}: expected none beside --profile, which says what counts: leave one of them out`,
    );
  const { label, effort } = profile;
  if (given.effort !== undefined && given.effort !== effort)
    throw new ProfileError(
      `--effort: expected ${effort}, which profile ${label} asks for, got ${given.effort}`,
    );
  const lacking = deployment && profile.deployment.filter((need) => !NEEDS[need](deployment));
  if (lacking !== undefined && lacking.length > 0)
    throw new ProfileError(
      `--profile: ${label} expects ${lacking.join(', ')} in the deployment file, got none: add what is missing, or leave out the module that needs it`,
    );

  return profile;
}

/** Whether an option is given: neither absent, nor off, nor an empty list. */
function isSet(value: unknown): boolean {
  return value instanceof Object ? Object.keys(value).length > 0 : value !== undefined && value !== false;
}
