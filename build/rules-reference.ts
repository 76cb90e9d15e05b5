/** docs/rules.md: what each rule checks, an example that fails it, how to fix it, and which choices are legal. */

import { fillTemplate } from '../cli/templates.ts';
import { OBSERVATIONS } from '../conformance/observations/index.ts';
import type { ClientRule } from '../conformance/rule/client-rule.ts';
import type { Rule } from '../conformance/rule/rule.ts';
import { CLIENT_RULES } from '../conformance/rules/client-rules.gen.ts';
import { RULES } from '../conformance/rules/index.gen.ts';
import { capitalize, citeSections } from '../src/text/words.ts';
import { generatedPage, rowsOf } from './reference-pages.ts';
import type { RuleExamples } from './rule-examples.ts';

export function rulesReference(examples: RuleExamples): string {
  const groupOf = ({ id }: ReferenceRule) => id.split('/')[0] ?? '';
  const tablesOf = (rules: readonly ReferenceRule[]) =>
    [...Map.groupBy(rules, groupOf)].map(([group, own]) => table(group, own)).join('\n\n');
  const choiceOf = (choice = 'refusal-forms') => `[${choice}](choices.md#${choice})`;

  return generatedPage(
    'the rules',
    fillTemplate('build/pages/rules.md', {
      ...{ tables: tablesOf(RULES), clientTables: tablesOf(CLIENT_RULES) },
      ...{ clientRules: `${CLIENT_RULES.length}`, observations: `${OBSERVATIONS.length}` },
      sections: [...Map.groupBy(RULES, groupOf).values()]
        .flat()
        .flatMap((rule) => section(rule, examples))
        .join('\n\n'),
      observed: rowsOf(
        OBSERVATIONS.map(({ id, section: place, title, choice }) => [
          `\`${id}\``,
          place,
          title,
          choiceOf(choice),
        ]),
      ),
      clientSections: CLIENT_RULES.flatMap(clientSection).join('\n\n'),
    }),
  );
}

/** The anchor that GitHub gives a heading. */
function anchorOf(id: string): string {
  return `#${id.replace('/', '')}`;
}

interface ReferenceRule {
  readonly id: string;
  readonly level: string;
  readonly title: string;
}

function table(group: string, rules: readonly ReferenceRule[]): string {
  const rows = rules.map(({ id, level, title }) => [`[\`${id}\`](${anchorOf(id)})`, level, title]);

  return `| **${group}** | | |\n|---|---|---|\n${rowsOf(rows)}`;
}

function section(rule: Rule, examples: RuleExamples): readonly string[] {
  const {
    id,
    level,
    section: place,
    title,
    tries,
    fix,
    merchant,
    dependsOn: after = [],
    lookAlikes = [],
  } = rule;
  const example = [...examples].find(([name]) => name === id)?.[1] ?? '';
  const sender = merchant === 'several' ? ' Sent by the merchant with several processors.' : '';
  const alike = lookAlikes
    .map((setting) => `[\`${setting}\`](choices.md#${setting.split('=')[0]})`)
    .join(', ');
  const rests = after.map((other) => `[\`${other}\`](${anchorOf(other)})`).join(', ');

  return [
    `## ${id}`,
    `${capitalize(title)}. (${level}, ${citeSections(place)})${sender}`,
    ...(tries === undefined ? [] : [`**Tried**: ${tries}`]),
    `\`\`\`text\n${example}\n\`\`\``,
    `**Fix**: ${fix}`,
    ...(alike === '' ? [] : [`**Legal, and not a failure**: ${alike}.`]),
    ...(rests === '' ? [] : [`Not judged if one of these fails: ${rests}.`]),
  ];
}

function clientSection(rule: ClientRule): readonly string[] {
  const { id, level, section: place, title, fix, example, seenIn } = rule;
  const basis = place === '–' ? 'good practice' : citeSections(place);

  return [
    `### ${id}`,
    `${capitalize(title)}. (${level}, ${basis})`,
    `\`\`\`text\nwrong: ${example.wrong}\nright: ${example.right}\n\`\`\``,
    `**Fix**: ${fix}`,
    ...(seenIn === undefined ? [] : [`**Seen** only in ${seenIn}.`]),
  ];
}
