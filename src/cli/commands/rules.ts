/** `tollgate rules`: the catalogue, or one rule explained. */
import type { Rule } from '../../../conformance/rule.ts';
import type { Command } from '../command.ts';

export const rules: Command = {
  name: 'rules',
  summary: 'list the rules, or explain one',
  arguments: [['[id]', 'the rule to explain']],
  options: [],
  examples: ['tollgate rules', 'tollgate rules nicn/refuses-non-digits'],

  async run({ arguments: [id] }) {
    const [{ RULES }, { knownRule }] = await Promise.all([
      import('../../../conformance/rules/index.ts'),
      import('../known-rule.ts'),
    ]);
    if (id === undefined) return { code: 0, out: RULES.map(toLine).join('') };
    const known = knownRule(id, 'any');
    const rule = RULES.find((candidate) => candidate.id === known);
    if (rule === undefined)
      return { code: 0, out: `${known} is a should rule, and not judged by this version.\n` };

    return { code: 0, out: explain(rule) };
  },
};

function toLine({ id, level, section, title }: Rule): string {
  return `${id.padEnd(44)} ${level.padEnd(7)} ${section.padEnd(9)} ${title}\n`;
}

function explain({ id, level, section, title, after = [], merchant }: Rule): string {
  const lines = [
    id,
    `  ${title}`,
    `  level ${level}, section ${section} of the document`,
    ...(merchant === 'several' ? ['  asked as the merchant with several processors'] : []),
    ...(after.length === 0 ? [] : [`  rests on ${after.join(', ')}`]),
    '',
    `  judge it alone:   tollgate conform URL --only ${id}`,
    `  see it fail:      tollgate mock --defect ${id}`,
  ];

  return `${lines.join('\n')}\n`;
}
