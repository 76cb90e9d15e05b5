/** docs/rules.md: what each rule checks, an example that fails it, how to fix it, and which choices are legal. */

import { OBSERVATIONS } from '../conformance/observations/index.ts';
import type { ClientRule } from '../conformance/rule/client-rule.ts';
import type { Rule } from '../conformance/rule/rule.ts';
import { CLIENT_RULES } from '../conformance/rules/client-rules.gen.ts';
import { RULES } from '../conformance/rules/index.gen.ts';
import { capitalize } from '../src/text/words.ts';
import { generatedPage } from './reference-pages.ts';
import type { RuleExamples } from './rule-examples.ts';

export function rulesReference(examples: RuleExamples): string {
  const clientGroups = [...Map.groupBy(CLIENT_RULES, ({ id }) => id.split('/')[0] ?? '')];
  const groups = [...Map.groupBy(RULES, ({ id }) => id.split('/')[0] ?? '')];

  return generatedPage('the rules', [
    '# The rules',
    INTRODUCTION,
    ...groups.map(([group, rules]) => table(group, rules)),
    `**[on clients](#rules-on-clients)**: what requests show of a client, ${CLIENT_RULES.length} rules.`,
    `**[observed](#observed)**: what the document leaves open, ${OBSERVATIONS.length} questions that are never judged.`,
    ...groups.flatMap(([, rules]) => rules.flatMap((rule) => section(rule, examples))),
    '## Observed',
    OBSERVED,
    observed(),
    '## Rules on clients',
    ON_CLIENTS,
    ...clientGroups.map(([group, rules]) => table(group, rules)),
    ...CLIENT_RULES.flatMap(clientSection),
  ]);
}

const INTRODUCTION = `A \`must\` rule follows from what the document states; a deployment that fails one is nonconformant. A \`should\` rule is
safe practice that the document does not state; failing it is a warning, unless \`--strict\` counts it. Sections are those of
the document.

Each example shows the smallest failure of \`tollgate mock --defect RULE\`: the requests with their responses, and after
\`expected\` the response that the rule requires. Other calls are a baseline or a comparison; a repeated call confirms the
failure. \`S1\` stands for an \`sTxId\`, \`order-1\` for an \`mTxId\`. The document leaves the form of refusals open: the
statuses are those of the mock.

\`tollgate conform URL --only RULE\` judges one rule (add \`--strict\` for a \`should\`); \`tollgate rules RULE\` prints its
explanation.`;

const OBSERVED = `The suite records what a deployment does and does not judge it. [Choices](choices.md) lists the options of each question;
\`tollgate mock --choose\` sets them, and \`--like REPORT\` copies them.`;

const ON_CLIENTS = `What the document asks of a client. \`client-request\` and \`client-flow\` judge what a client sends, with any service that
records its exchanges: the mock names a violation in the header \`Tollgate-Hints\` of an accepted response and in its journal,
and gives its verdict with \`GET /_tollgate/verdict\` or \`mock.verdict()\`. Runs of a client's command under the mock decide
\`client-tolerance\` and \`client-resilience\`: \`tollgate check-client -- COMMAND\`. What is seen only in a whole run of it says so.

A client may update or not, retry or not, and send optional fields or not. A request that a test breaks on purpose says so:
\`Tollgate-Deliberate: RULE\`, with the ids of rules on clients, groups, or \`*\`. Those rules do not judge it, and where it is
refused it is not part of the history.`;

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
  const rows = rules.map(({ id, level, title }) => `| [\`${id}\`](${anchorOf(id)}) | ${level} | ${title} |`);

  return [`| **${group}** | | |`, '|---|---|---|', ...rows].join('\n');
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
    `${capitalize(title)}. (${level}, section ${place})${sender}`,
    ...(tries === undefined ? [] : [`**Tried**: ${tries}`]),
    `\`\`\`text\n${example}\n\`\`\``,
    `**Fix**: ${fix}`,
    ...(alike === '' ? [] : [`**Legal, and not a failure**: ${alike}.`]),
    ...(rests === '' ? [] : [`Not judged if one of these fails: ${rests}.`]),
  ];
}

function clientSection(rule: ClientRule): readonly string[] {
  const { id, level, section: place, title, fix, example, seenIn } = rule;
  const basis = place === '–' ? 'good practice' : `section ${place}`;

  return [
    `### ${id}`,
    `${capitalize(title)}. (${level}, ${basis})`,
    `\`\`\`text\nwrong: ${example.wrong}\nright: ${example.right}\n\`\`\``,
    `**Fix**: ${fix}`,
    ...(seenIn === undefined ? [] : [`**Seen** only in ${seenIn}.`]),
  ];
}

function observed(): string {
  const rows = OBSERVATIONS.map(({ id, section: place, title, choice }) => {
    const link = `[${choice ?? 'refusal-forms'}](choices.md#${choice ?? 'refusal-forms'})`;

    return `| \`${id}\` | ${place} | ${title} | ${link} |`;
  });

  return ['| observation | section | question | options |', '|---|---|---|---|', ...rows].join('\n');
}
