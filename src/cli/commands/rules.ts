/** `tollgate rules`: the catalogue, or one rule explained. */
import type { Rule } from '../../../conformance/rule.ts';
import type { Command } from '../command.ts';

export const rules: Command = {
  name: 'rules',
  summary: 'list the rules, or explain one',
  arguments: [['[id]', 'the rule to explain, or a group such as nicn to list']],
  options: [],
  examples: ['tollgate rules', 'tollgate rules nicn/refuses-non-digits'],

  async run({ arguments: [id] }, { command }) {
    const [{ RULES }, { knownRule, selection, howToBreak }] = await Promise.all([
      import('../../../conformance/rules/index.ts'),
      import('../known-rule.ts'),
    ]);
    if (id === undefined) return { code: 0, out: RULES.map(toLine).join('') };
    if (/^[a-z-]+$|\*/.test(id)) {
      const selects = selection([id], []);

      return {
        code: 0,
        out: RULES.filter((rule) => selects(rule.id))
          .map(toLine)
          .join(''),
      };
    }
    const known = knownRule(id);
    const rule = RULES.find((candidate) => candidate.id === known);
    if (rule === undefined) throw new Error(`${known} is in the catalogue, and no rule`);

    return { code: 0, out: explain(rule, command, howToBreak(rule.id, command)) };
  },
};

function toLine({ id, level, section, title }: Rule): string {
  return `${id.padEnd(44)} ${level.padEnd(7)} ${section.padEnd(9)} ${title}\n`;
}

function explain(
  { id, level, section, title, after = [], merchant }: Rule,
  command: string,
  howToBreak: string,
): string {
  const lines = [
    id,
    `  ${title}`,
    `  level ${level}, section ${section} of the document`,
    ...(merchant === 'several' ? ['  asked as the merchant with several processors'] : []),
    ...(after.length === 0 ? [] : [`  rests on ${after.join(', ')}`]),
    '',
    `  judge it alone:   ${command} conform URL --only ${id}${level === 'must' ? '' : ' --strict'}`,
    `  see it fail:      ${howToBreak}`,
  ];

  return `${lines.join('\n')}\n`;
}
