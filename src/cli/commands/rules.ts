/** `tollgate rules`: the catalogue, or one rule explained; what is observed as well. */
import type { Observation } from '../../../conformance/observations/observation.ts';
import type { Rule } from '../../../conformance/rule/rule.ts';
import { CHOICES, type ChoiceName } from '../../contract/choices.ts';
import type { Command } from '../command.ts';

export const rules: Command = {
  name: 'rules',
  summary: 'list the rules, or explain one',
  arguments: [['[id]', 'the rule to explain, or a group such as nicn to list', 'rule-or-group']],
  options: [],
  examples: ['tollgate rules', 'tollgate rules nicn/refuses-non-digits'],

  async run({ arguments: [id] }, { command }) {
    const [{ RULES }, { OBSERVATIONS }, { selection }, { knownRule, howToBreak }] = await Promise.all([
      import('../../../conformance/rules/index.ts'),
      import('../../../conformance/observations/index.ts'),
      import('../../../conformance/rule/selection.ts'),
      import('../known-rule.ts'),
    ]);
    const all = [...RULES, ...OBSERVATIONS];
    if (id === undefined) return { code: 0, out: all.map(toLine).join('') };
    if (/^[a-z-]+$|\*/.test(id)) {
      const selects = selection([id], []);

      return {
        code: 0,
        out: all
          .filter((rule) => selects(rule.id))
          .map(toLine)
          .join(''),
      };
    }
    const known = knownRule(id);
    const observation = OBSERVATIONS.find((candidate) => candidate.id === known);
    if (observation !== undefined) return { code: 0, out: explainObservation(observation, command) };
    const rule = RULES.find((candidate) => candidate.id === known);
    if (rule === undefined) throw new Error(`${known} is in the catalogue, and no rule`);

    const { RULE_EXAMPLES } = await import('../rule-examples.gen.ts');

    return {
      code: 0,
      out: explain(rule, RULE_EXAMPLES[rule.id] ?? '', command, howToBreak(rule.id, command)),
    };
  },
};

function toLine({ id, level, section, title }: Pick<Rule, 'id' | 'level' | 'section' | 'title'>): string {
  return `${id.padEnd(44)} ${level.padEnd(7)} ${section.padEnd(13)} ${title}\n`;
}

function explain(
  { id, level, section, title, tries, fix, dependsOn: after = [], merchant }: Rule,
  example: string,
  command: string,
  howToBreak: readonly string[],
): string {
  const lines = [
    id,
    `  ${title}`,
    `  level ${level}, section ${section} of the document`,
    ...(merchant === 'several' ? ['  asked as the merchant with several processors'] : []),
    ...(after.length === 0 ? [] : [`  rests on ${after.join(', ')}`]),
    ...(tries === undefined ? [] : ['', ...paragraph('tried', tries)]),
    '',
    '  what a server gets wrong that breaks it (S1 stands for an sTxId, order-1 for an mTxId):',
    ...example.split('\n').map((line) => `    ${line}`),
    '',
    ...paragraph('fix', fix),
    '',
    `  judge it alone:   ${command} conform URL --only ${id}${level === 'must' ? '' : ' --strict'}`,
    ...howToBreak.map((line, index) => `  ${index === 0 ? 'see it fail:' : '            '}      ${line}`),
  ];

  return `${lines.join('\n')}\n`;
}

/** In lines that fit a terminal. */
function paragraph(head: string, text: string): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < WIDTH) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }

  return lines.map((line, index) => `  ${(index === 0 ? `${head}:` : '').padEnd(7)}${line}`);
}

const WIDTH = 90;

function explainObservation({ id, section, title, choice }: Observation, command: string): string {
  const lines = [
    id,
    `  ${title}`,
    `  observed, never judged: section ${section} of the document leaves it open`,
    ...(choice === undefined ? [] : optionsOf(choice)),
    '',
    `  observe it alone: ${command} conform URL --only ${id}`,
    ...(choice === undefined ? [] : [`  have a mock do it: ${command} mock --choose ${choice}=OPTION`]),
  ];

  return `${lines.join('\n')}\n`;
}

function optionsOf(choice: ChoiceName): readonly string[] {
  const options = CHOICES[choice].options.map(([option, meaning]) => `    ${option.padEnd(18)} ${meaning}`);

  return ['', '  what a report may say, or another text where none of these fits:', ...options];
}
