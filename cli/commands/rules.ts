/** Lists rules and observations, or explains one. */

import { OBSERVATIONS } from '../../conformance/observations/index.ts';
import { ALL_NAMES, createMatcher, rulesNamed } from '../../conformance/rule/selection.ts';
import { CLIENT_RULES } from '../../conformance/rules/client-rules.gen.ts';
import { RULES } from '../../conformance/rules/index.gen.ts';
import { type Profile, readProfile } from '../../conformance/verdict/profile.ts';
import { CHOICES } from '../../src/contract/choices.ts';
import type { AnyRuleId } from '../../src/contract/client-rule-ids.ts';
import { citeSections, fold } from '../../src/text/words.ts';
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
  const print = (data: object, text: string): CommandOutput => ({ code: 0, out: json ? toJson(data) : text });
  const chosen = profile === undefined ? undefined : readProfile(profile);
  const [named, ...more] = given === undefined ? [] : rulesNamed(given);
  const id = named !== undefined && more.length === 0 ? named : given;
  if (id !== undefined && chosen === undefined && !/^[a-z-]+$|\*/.test(id)) {
    const { data, template, values } = explain(findAnyRule(id), command);
    const text = fillTemplate(`cli/help/rules/${template}.txt`, { command, ...values });

    return print(data, text.replaceAll(/\n{3,}/g, '\n\n'));
  }
  const selects = id === undefined ? () => true : createMatcher(id, ALL_NAMES);
  const rules = LISTED.filter(
    (rule) => selects(rule.id) && (chosen === undefined || chosen.rules.has(rule.id)),
  ).map((rule): ListedLine => ({ ...rule, ...chosen?.rules.get(rule.id) }));
  if (chosen === undefined) return print({ rules }, rules.map(toLine).join(''));
  const { name, modules, digest, effort, deployment } = chosen;
  const head = given === undefined ? describeProfile(chosen) : '';

  return print(
    { profile: { name, modules, digest, effort, deployment }, rules },
    head + rules.map(toLine).join(''),
  );
};

interface ListedRule {
  readonly id: AnyRuleId;
  readonly level: 'must' | 'should' | 'observe';
  readonly section: string;
  readonly title: string;
  readonly on: 'service' | 'client';
}

/** With what a profile requires. */
type ListedLine = ListedRule & { readonly revision?: number; readonly least?: number };

/** All rules and observations, as --json prints them. */
const LISTED: readonly ListedRule[] = [
  ...[...RULES, ...OBSERVATIONS].map((rule) => ({ ...rule, on: 'service' as const })),
  ...CLIENT_RULES.map((rule) => ({ ...rule, on: 'client' as const })),
].map(({ id, level, section, title, on }) => ({ id, level, section, title, on }));

function describeProfile({ name, modules, digest, effort, deployment }: Profile): string {
  return `profile ${[name, ...modules].join('+')}, effort ${effort}, SHA-256 ${digest}
the deployment file has ${deployment.join(', ')}\n\n`;
}

function toLine({ id, level, section, title, revision, least }: ListedLine): string {
  const required = revision === undefined ? '' : `revision ${revision}, at least ${least}`.padEnd(25);

  return `${id.padEnd(44)} ${level.padEnd(7)} ${required}${section.padEnd(13)} ${title}\n`;
}

/** A rule as --json prints it, and the template of its text with the values. */
function explain(id: AnyRuleId, command: string) {
  const { on, ...head } = LISTED.find((rule) => rule.id === id) ?? {};
  const ofClients = CLIENT_RULES.find((rule) => rule.id === id);
  if (ofClients !== undefined) {
    const { fix, seenIn, example, section, disputed } = ofClients;
    const isPassive = id.startsWith('client-request/') || id.startsWith('client-flow/');

    return {
      ...{ template: 'client', data: { ...head, on, fix, seenIn, example } },
      values: {
        ...{ ...head, ...example, disputed, fix: paragraph('fix', fix) },
        place: section === '–' ? 'good practice' : `${citeSections(section)} of the document`,
        seen: seenIn && paragraph('seen', `only in ${seenIn}`),
        hints: isPassive && seenIn === undefined ? command : '',
        exempt: isPassive ? id : '',
      },
    };
  }
  const observation = OBSERVATIONS.find((candidate) => candidate.id === id);
  if (observation !== undefined) {
    const { choice } = observation;
    const options = choice === undefined ? [] : CHOICES[choice].options;
    const meanings = options.map(([option, meaning]) => `\n  ${option.padEnd(18)} ${meaning}`).join('');

    return {
      ...{
        template: 'observed',
        data: { ...head, on, choice, options: choice && Object.fromEntries(options) },
      },
      values: {
        ...head,
        options: meanings && `options in a report, or another text if none of them fits:${meanings}`,
        choose: choice && `${command} mock --choose ${choice}`,
      },
    };
  }
  const rule = RULES.find((candidate) => candidate.id === id);
  if (rule === undefined) throw new Error(`${id} is in the catalogue but has no rule`);
  const { tries, fix, dependsOn, merchant, disputed } = rule;
  const example = RULE_EXAMPLES[rule.id] ?? '';
  const broken = howToBreak(rule.id, command);

  return {
    ...{ template: 'service', data: { ...head, on, fix, tries, dependsOn, merchant, example, broken } },
    values: {
      ...{ ...head, example, disputed, fix: paragraph('fix', fix), dependsOn: dependsOn?.join(', ') },
      place: citeSections(rule.section),
      sender: merchant === 'several' ? 'sent by the merchant with several processors' : '',
      tried: tries && paragraph('tried', tries),
      strict: rule.level === 'must' ? '' : ' --strict',
      broken: broken.join(`\n${' '.repeat(18)}`),
    },
  };
}

const WIDTH = 90;

/** Wraps the text into lines that fit a terminal. */
function paragraph(head: string, text: string): string {
  const lines = fold(text.split(' '), WIDTH);

  return lines.map((line, at) => `${(at === 0 ? `${head}:` : '').padEnd(7)}${line}`).join('\n');
}
