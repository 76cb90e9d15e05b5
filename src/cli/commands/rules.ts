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
    const [{ RULES }, { knownRule, selection }, { SHOULD_RULES }] = await Promise.all([
      import('../../../conformance/rules/index.ts'),
      import('../known-rule.ts'),
      import('../../contract/rule-ids.ts'),
    ]);
    const notJudged = SHOULD_RULES.filter((known) => !RULES.some((rule) => rule.id === known));
    if (id === undefined)
      return { code: 0, out: [...RULES.map(toLine), ...notJudged.map(toLineOfNotJudged)].join('') };
    if (/^[a-z-]+$|\*/.test(id)) {
      const selects = selection([id], []);

      return {
        code: 0,
        out: RULES.filter((rule) => selects(rule.id))
          .map(toLine)
          .join(''),
      };
    }
    const known = knownRule(id, 'any');
    const rule = RULES.find((candidate) => candidate.id === known);
    if (rule === undefined) return { code: 0, out: toLineOfNotJudged(known) };

    return { code: 0, out: explain(rule, command) };
  },
};

function toLine({ id, level, section, title }: Rule): string {
  return `${id.padEnd(44)} ${level.padEnd(7)} ${section.padEnd(9)} ${title}\n`;
}

function toLineOfNotJudged(id: string): string {
  return `${id.padEnd(44)} should  not judged by this version\n`;
}

function explain({ id, level, section, title, after = [], merchant }: Rule, command: string): string {
  const lines = [
    id,
    `  ${title}`,
    `  level ${level}, section ${section} of the document`,
    ...(merchant === 'several' ? ['  asked as the merchant with several processors'] : []),
    ...(after.length === 0 ? [] : [`  rests on ${after.join(', ')}`]),
    '',
    `  judge it alone:   ${command} conform URL --only ${id}`,
    `  see it fail:      ${command} mock --defect ${id}`,
  ];

  return `${lines.join('\n')}\n`;
}
