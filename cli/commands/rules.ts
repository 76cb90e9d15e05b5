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
import { fillTemplate } from '../templates.ts';
import type * as declared from './project-commands.ts';

export const runRules: Run<typeof declared.rules> = async (
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
  const { data, text } = explain(findAnyRule(id), command);

  return print(data, text.replaceAll(/\n{3,}/g, '\n\n'));
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

/** A rule as --json prints it, and as a text. */
function explain(id: AnyRuleId, command: string): { readonly data: object; readonly text: string } {
  const head = LISTED.find((rule) => rule.id === id);
  const ofClients = CLIENT_RULES.find((rule) => rule.id === id);
  if (ofClients !== undefined) {
    const { fix, seenIn, example } = ofClients;

    return { data: { ...head, fix, seenIn, example }, text: explainClientRule(ofClients, command) };
  }
  const observation = OBSERVATIONS.find((candidate) => candidate.id === id);
  if (observation !== undefined) {
    const { choice } = observation;
    const options = choice && Object.fromEntries(CHOICES[choice].options);

    return { data: { ...head, choice, options }, text: explainObservation(observation, command) };
  }
  const rule = RULES.find((candidate) => candidate.id === id);
  if (rule === undefined) throw new Error(`${id} is in the catalogue but has no rule`);
  const { tries, fix, dependsOn, merchant } = rule;
  const example = RULE_EXAMPLES[rule.id] ?? '';
  const broken = howToBreak(rule.id, command);
  const text = fillTemplate('cli/help/rules/service.txt', {
    ...{ id, title: rule.title, level: rule.level, section: rule.section, command, example },
    disputed: rule.disputed ?? '',
    sender: merchant === 'several' ? 'sent by the merchant with several processors' : '',
    dependsOn: (dependsOn ?? []).join(', '),
    tried: tries === undefined ? '' : paragraph('tried', tries),
    fix: paragraph('fix', fix),
    strict: rule.level === 'must' ? '' : ' --strict',
    broken: broken.join(`\n${' '.repeat(18)}`),
  });

  return { data: { ...head, fix, tries, dependsOn, merchant, example, broken }, text };
}

function explainClientRule(
  { id, level, section, title, fix, example, seenIn, disputed = '' }: ClientRule,
  command: string,
): string {
  const isPassive = id.startsWith('client-request/') || id.startsWith('client-flow/');

  return fillTemplate('cli/help/rules/client.txt', {
    ...{ id, title, level, command, disputed, wrong: example.wrong, right: example.right },
    place: section === '–' ? 'good practice' : `section ${section} of the document`,
    fix: paragraph('fix', fix),
    seen: seenIn === undefined ? '' : paragraph('seen', `only in ${seenIn}`),
    hints: isPassive && seenIn === undefined ? command : '',
    exempt: isPassive ? id : '',
  });
}

function explainObservation({ id, section, title, choice }: Observation, command: string): string {
  const options = choice === undefined ? [] : CHOICES[choice].options;
  const meanings = options.map(([option, meaning]) => `\n  ${option.padEnd(18)} ${meaning}`).join('');

  return fillTemplate('cli/help/rules/observed.txt', {
    ...{ id, title, section, command },
    options: meanings && `options in a report, or another text if none of them fits:${meanings}`,
    choose: choice === undefined ? '' : `${command} mock --choose ${choice}`,
  });
}

const WIDTH = 90;

/** Wraps the text into lines that fit a terminal. */
function paragraph(head: string, text: string): string {
  const lines = fold(text.split(' '), WIDTH);

  return lines.map((line, at) => `${(at === 0 ? `${head}:` : '').padEnd(7)}${line}`).join('\n');
}
