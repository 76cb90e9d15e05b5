/** Lists rules and observations, or explains one. */

import { OBSERVATIONS } from '../../conformance/observations/index.ts';
import type { Observation } from '../../conformance/observations/observation.ts';
import type { ClientRule } from '../../conformance/rule/client-rule.ts';
import type { Rule } from '../../conformance/rule/rule.ts';
import { ALL_NAMES, createMatcher, rulesNamed } from '../../conformance/rule/selection.ts';
import { CLIENT_RULES } from '../../conformance/rules/client-rules.gen.ts';
import { RULES } from '../../conformance/rules/index.gen.ts';
import { type Profile, readProfile } from '../../conformance/verdict/profile.ts';
import { CHOICES } from '../../src/contract/choices.ts';
import type { AnyRuleId } from '../../src/contract/client-rule-ids.ts';
import { fold } from '../../src/text/words.ts';
import type { CommandOutput, Run } from '../command.ts';
import { findAnyRule, howToBreak } from '../find-rule.ts';
import { toJson } from '../output.ts';
import { RULE_EXAMPLES } from '../rule-examples.gen.ts';
import type { RULES_OPTIONS } from './project-commands.ts';

export const runRules: Run<typeof RULES_OPTIONS> = async (
  { arguments: [given], options: { profile, json } },
  { command },
) => {
  const print = (data: unknown, text: string): CommandOutput => ({
    code: 0,
    out: json ? toJson(data) : text,
  });
  const chosen = profile === undefined ? undefined : readProfile(profile);
  const [named, ...more] = given === undefined ? [] : rulesNamed(given);
  const id = named !== undefined && more.length === 0 ? named : given;
  if (id === undefined || chosen !== undefined || /^[a-z-]+$|\*/.test(id)) {
    const selects = id === undefined ? () => true : createMatcher(id, ALL_NAMES);
    const required = chosen?.rules;
    const listed = LISTED.filter(
      (rule) => selects(rule.id) && (required === undefined || required.has(rule.id)),
    );
    const rules = listed.map((rule) => ({ ...rule, ...required?.get(rule.id) }));
    const about = chosen && aboutProfile(chosen);

    return print(
      { ...(about && { profile: about }), rules },
      [chosen && given === undefined ? describeProfile(chosen) : '', ...rules.map(toLine)].join(''),
    );
  }
  const known = findAnyRule(id);
  const head = LISTED.find((rule) => rule.id === known);
  const ofClients = CLIENT_RULES.find((rule) => rule.id === known);
  if (ofClients !== undefined) {
    const { fix, seenIn, example } = ofClients;

    return print({ ...head, fix, seenIn, example }, explainClientRule(ofClients, command));
  }
  const observation = OBSERVATIONS.find((candidate) => candidate.id === known);
  if (observation !== undefined) {
    const { choice } = observation;
    const options = choice && Object.fromEntries(CHOICES[choice].options);

    return print({ ...head, choice, options }, explainObservation(observation, command));
  }
  const rule = RULES.find((candidate) => candidate.id === known);
  if (rule === undefined) throw new Error(`${known} is in the catalogue but has no rule`);
  const { tries, fix, dependsOn, merchant } = rule;
  const example = RULE_EXAMPLES[rule.id] ?? '';
  const broken = howToBreak(rule.id, command);

  return print(
    { ...head, fix, tries, dependsOn, merchant, example, broken },
    explainRule(rule, example, command, broken),
  );
};

interface ListedRule extends Pick<Rule, 'section' | 'title'> {
  readonly id: AnyRuleId;
  readonly level: 'must' | 'should' | 'observe';
  readonly on: 'service' | 'client';
}

/** All rules and observations, as --json prints them. */
const LISTED: readonly ListedRule[] = [
  ...[...RULES, ...OBSERVATIONS].map((rule) => ({ ...rule, on: 'service' as const })),
  ...CLIENT_RULES.map((rule) => ({ ...rule, on: 'client' as const })),
].map(({ id, level, section, title, on }) => ({ id, level, section, title, on }));

function aboutProfile({ name, modules, digest, effort, deployment }: Profile) {
  return { name, modules, digest, effort, deployment };
}

function describeProfile({ name, modules, digest, effort, deployment }: Profile): string {
  return `profile ${[name, ...modules].join('+')}, effort ${effort}, SHA-256 ${digest}
the deployment file has ${deployment.join(', ')}\n\n`;
}

type ListedLine = ListedRule & { readonly revision?: number; readonly least?: number };

/** Of a profile it has what the profile requires. */
function toLine({ id, level, section, title, revision, least }: ListedLine): string {
  const required = revision === undefined ? '' : `revision ${revision}, at least ${least}`.padEnd(25);

  return `${id.padEnd(44)} ${level.padEnd(7)} ${required}${section.padEnd(13)} ${title}\n`;
}

function explainRule(
  { id, level, section, title, tries, fix, dependsOn: after = [], merchant, disputed }: Rule,
  example: string,
  command: string,
  broken: readonly string[],
): string {
  return lines(
    ...[id, `  ${title}`, `  level ${level}, section ${section} of the document`],
    ...disputeOf(disputed),
    ...(merchant === 'several' ? ['  sent by the merchant with several processors'] : []),
    ...(after.length === 0 ? [] : [`  depends on ${after.join(', ')}`]),
    ...(tries === undefined ? [] : ['', ...paragraph('tried', tries)]),
    '',
    '  example of a server that breaks it (S1 stands for an sTxId, order-1 for an mTxId):',
    ...indented(example),
    '',
    ...paragraph('fix', fix),
    '',
    `  judge only it:    ${command} conform URL --only ${id}${level === 'must' ? '' : ' --strict'}`,
    ...broken.map((line, index) => `  ${index === 0 ? 'see it fail:' : '            '}      ${line}`),
  );
}

function explainClientRule(
  { id, level, section, title, fix, example, seenIn, disputed }: ClientRule,
  command: string,
): string {
  const place = section === '–' ? 'good practice' : `section ${section} of the document`;
  const isPassive = id.startsWith('client-request/') || id.startsWith('client-flow/');

  return lines(
    ...[id, `  ${title}`, `  a rule on clients: level ${level}, ${place}`],
    ...disputeOf(disputed),
    ...['', '  wrong:', ...indented(example.wrong), '  right:', ...indented(example.right), ''],
    ...paragraph('fix', fix),
    ...(seenIn === undefined ? [] : paragraph('seen', `only in ${seenIn}`)),
    '',
    `  judge only it:    ${command} check-client --only ${id} -- COMMAND`,
    ...(isPassive && seenIn === undefined
      ? [`  in the mock:      ${command} mock names it in Tollgate-Hints and GET /_tollgate/verdict`]
      : []),
    ...(isPassive ? [`  exempt a request: Tollgate-Deliberate: ${id}`] : []),
  );
}

function explainObservation({ id, section, title, choice }: Observation, command: string): string {
  const options = choice === undefined ? [] : CHOICES[choice].options;

  return lines(
    ...[id, `  ${title}`, `  observed, never judged: section ${section} of the document leaves it open`],
    ...(choice === undefined ? [] : ['', '  options in a report, or another text if none of them fits:']),
    ...options.map(([option, meaning]) => `    ${option.padEnd(18)} ${meaning}`),
    '',
    `  observe only it:  ${command} conform URL --only ${id}`,
    ...(choice === undefined ? [] : [`  choose in a mock: ${command} mock --choose ${choice}=OPTION`]),
  );
}

function lines(...all: readonly string[]): string {
  return `${all.join('\n')}\n`;
}

function indented(text: string): readonly string[] {
  return text.split('\n').map((line) => `    ${line}`);
}

function disputeOf(disputed: string | undefined): readonly string[] {
  return disputed === undefined ? [] : [`  disputed since ${disputed}: see docs/challenges.md`];
}

const WIDTH = 90;

/** Wraps the text into lines that fit a terminal. */
function paragraph(head: string, text: string): readonly string[] {
  return fold(text.split(' '), WIDTH).map(
    (line, index) => `  ${(index === 0 ? `${head}:` : '').padEnd(7)}${line}`,
  );
}
