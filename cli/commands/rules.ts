/** `tollgate rules`: lists rules and observations, or explains one. */
import type { Observation } from '../../conformance/observations/observation.ts';
import type { ClientRule } from '../../conformance/rule/client-rule.ts';
import type { Rule } from '../../conformance/rule/rule.ts';
import type { Profile, Requirement } from '../../conformance/verdict/profile.ts';
import { CHOICES, type ChoiceName } from '../../src/contract/choices.ts';
import type { AnyRuleId } from '../../src/contract/client-rule-ids.ts';
import { fold } from '../../src/text/fold.ts';
import { type CommandOutput, command } from '../command.ts';
import { JSON_OPTION, toJson } from '../json.ts';
import { PROFILE } from '../judge-options.ts';

export const rules = command({
  name: 'rules',
  summary: 'list the rules on services and clients, or explain one',
  arguments: [['[id]', 'the rule to explain, or a group such as nicn to list', 'any-rule-or-group']],
  options: { profile: PROFILE, json: JSON_OPTION },
  json: '`rules`: `id`, `level`, `section`, `title`, `on` (`service` or `client`), with a profile `revision` and `least`, and `profile`; of one rule these, `fix`, `example` and what else it has',
  examples: [
    'tollgate rules',
    'tollgate rules --profile 2026-11+several',
    'tollgate rules nicn/refuses-non-digits',
    'tollgate rules client-flow',
    'tollgate rules client-flow/sells-once',
  ],

  async run({ arguments: [given], options: { profile, json } }, { command: called }) {
    const [{ RULES }, { CLIENT_RULES }, { OBSERVATIONS }] = await Promise.all([
      import('../../conformance/rules/index.gen.ts'),
      import('../../conformance/rules/client-rules.ts'),
      import('../../conformance/observations/index.ts'),
    ]);
    const [{ ALL_NAMES, createMatcher, rulesNamed }, { findAnyRule, howToBreak }] = await Promise.all([
      import('../../conformance/rule/selection.ts'),
      import('../find-rule.ts'),
    ]);
    const sides = new Map<ListedRule, 'service' | 'client'>([
      ...[...RULES, ...OBSERVATIONS].map((rule) => [rule, 'service'] as const),
      ...CLIENT_RULES.map((rule) => [rule, 'client'] as const),
    ]);
    const print = (data: unknown, text: () => string): CommandOutput => ({
      code: 0,
      out: json ? toJson(data) : text(),
    });
    const chosen =
      profile === undefined
        ? undefined
        : (await import('../../conformance/verdict/profile.ts')).readProfile(profile);
    const required = chosen?.rules;
    const about = chosen && {
      ...{ name: chosen.name, modules: chosen.modules, digest: chosen.digest },
      ...{ effort: chosen.effort, deployment: chosen.deployment },
    };
    const list = (selects: (id: string) => boolean) => {
      const listed = [...sides]
        .filter(([{ id }]) => selects(id) && (required === undefined || required.has(id)))
        .map(([rule, on]) => ({ ...toData(rule, on), ...required?.get(rule.id) }));

      return print({ ...(about && { profile: about }), rules: listed }, () =>
        [about && given === undefined ? describeProfile(about) : '', ...listed.map(toLine)].join(''),
      );
    };
    if (given === undefined) return list(() => true);
    const [named, ...more] = rulesNamed(given);
    const id = named !== undefined && more.length === 0 ? named : given;
    if (required !== undefined || /^[a-z-]+$|\*/.test(id)) return list(createMatcher(id, ALL_NAMES));
    const known = findAnyRule(id);
    const ofClients = CLIENT_RULES.find((candidate) => candidate.id === known);
    if (ofClients !== undefined) {
      const { fix, seenIn, example } = ofClients;

      return print({ ...toData(ofClients, 'client'), fix, seenIn, example }, () =>
        explainClientRule(ofClients, called),
      );
    }
    const observation = OBSERVATIONS.find((candidate) => candidate.id === known);
    if (observation !== undefined) {
      const { choice } = observation;
      const options = choice && Object.fromEntries(CHOICES[choice].options);

      return print({ ...toData(observation, 'service'), choice, options }, () =>
        explainObservation(observation, called),
      );
    }
    const rule = RULES.find((candidate) => candidate.id === known);
    if (rule === undefined) throw new Error(`${known} is in the catalogue but has no rule`);

    const { RULE_EXAMPLES } = await import('../rule-examples.gen.ts');
    const example = RULE_EXAMPLES[rule.id] ?? '';
    const { tries, fix, dependsOn, merchant } = rule;
    const broken = howToBreak(rule.id, called);

    return print({ ...toData(rule, 'service'), fix, tries, dependsOn, merchant, example, broken }, () =>
      explain(rule, example, called, broken),
    );
  },
});

interface ListedRule extends Pick<Rule, 'level' | 'section' | 'title'> {
  readonly id: AnyRuleId;
}

function toData({ id, level, section, title }: ListedRule, on: 'service' | 'client') {
  return { id, level, section, title, on };
}

function describeProfile({
  name,
  modules,
  digest,
  effort,
  deployment,
}: Pick<Profile, 'name' | 'modules' | 'digest' | 'effort' | 'deployment'>): string {
  const lines = [
    `profile ${[name, ...modules].join('+')}, effort ${effort}, SHA-256 ${digest}`,
    `the deployment file has ${deployment.join(', ')}`,
  ];

  return `${lines.join('\n')}\n\n`;
}

/** Of a profile it has what the profile requires. */
function toLine({
  id,
  level,
  section,
  title,
  revision,
  least,
}: ListedRule & Partial<Omit<Requirement, 'level'>>): string {
  const required = revision === undefined ? '' : `revision ${revision}, at least ${least}`.padEnd(25);

  return `${id.padEnd(44)} ${level.padEnd(7)} ${required}${section.padEnd(13)} ${title}\n`;
}

function explain(
  { id, level, section, title, tries, fix, dependsOn: after = [], merchant, disputed }: Rule,
  example: string,
  command: string,
  howToBreak: readonly string[],
): string {
  const lines = [
    id,
    `  ${title}`,
    `  level ${level}, section ${section} of the document`,
    ...disputeOf(disputed),
    ...(merchant === 'several' ? ['  sent by the merchant with several processors'] : []),
    ...(after.length === 0 ? [] : [`  depends on ${after.join(', ')}`]),
    ...(tries === undefined ? [] : ['', ...paragraph('tried', tries)]),
    '',
    '  example of a server that breaks it (S1 stands for an sTxId, order-1 for an mTxId):',
    ...example.split('\n').map((line) => `    ${line}`),
    '',
    ...paragraph('fix', fix),
    '',
    `  judge only it:    ${command} conform URL --only ${id}${level === 'must' ? '' : ' --strict'}`,
    ...howToBreak.map((line, index) => `  ${index === 0 ? 'see it fail:' : '            '}      ${line}`),
  ];

  return `${lines.join('\n')}\n`;
}

function explainClientRule(
  { id, level, section, title, fix, example, seenIn, disputed }: ClientRule,
  command: string,
): string {
  const place = section === '–' ? 'good practice' : `section ${section} of the document`;
  const isPassive = id.startsWith('client-request/') || id.startsWith('client-flow/');
  const lines = [
    id,
    `  ${title}`,
    `  a rule on clients: level ${level}, ${place}`,
    ...disputeOf(disputed),
    '',
    '  wrong:',
    ...example.wrong.split('\n').map((line) => `    ${line}`),
    '  right:',
    ...example.right.split('\n').map((line) => `    ${line}`),
    '',
    ...paragraph('fix', fix),
    ...(seenIn === undefined ? [] : paragraph('seen', `only in ${seenIn}`)),
    '',
    `  judge only it:    ${command} check-client --only ${id} -- COMMAND`,
    ...(isPassive && seenIn === undefined
      ? [`  in the mock:      ${command} mock names it in Tollgate-Hints and GET /_tollgate/verdict`]
      : []),
    ...(isPassive ? [`  exempt a request: Tollgate-Deliberate: ${id}`] : []),
  ];

  return `${lines.join('\n')}\n`;
}

function disputeOf(disputed: string | undefined): readonly string[] {
  return disputed === undefined ? [] : [`  disputed since ${disputed}: see docs/challenges.md`];
}

/** Wraps the text into lines that fit a terminal. */
function paragraph(head: string, text: string): readonly string[] {
  return fold(text.split(' '), WIDTH).map(
    (line, index) => `  ${(index === 0 ? `${head}:` : '').padEnd(7)}${line}`,
  );
}

const WIDTH = 90;

function explainObservation({ id, section, title, choice }: Observation, command: string): string {
  const lines = [
    id,
    `  ${title}`,
    `  observed, never judged: section ${section} of the document leaves it open`,
    ...(choice === undefined ? [] : optionsOf(choice)),
    '',
    `  observe only it:  ${command} conform URL --only ${id}`,
    ...(choice === undefined ? [] : [`  choose in a mock: ${command} mock --choose ${choice}=OPTION`]),
  ];

  return `${lines.join('\n')}\n`;
}

function optionsOf(choice: ChoiceName): readonly string[] {
  const options = CHOICES[choice].options.map(([option, meaning]) => `    ${option.padEnd(18)} ${meaning}`);

  return ['', '  options in a report, or another text if none of them fits:', ...options];
}
