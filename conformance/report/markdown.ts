/** The report as GitHub-flavoured Markdown for pull requests. A server's text stays in code, where markup has no effect. */
import { cut, visible, visibleLine } from '../../src/text/visible.ts';
import { capitalize, count } from '../../src/text/words.ts';
import { acceptedBy, exchangeLines, type ShownRule } from './failure.ts';
import { type Block, type Heading, type Inline, type PageSide, type Section, toPage } from './page.ts';
import type { AnyReport } from './report.ts';
import { labelOf, VERDICTS } from './rule-status.ts';

/** A comment on GitHub holds 65,536 characters. Further failures have a line each. */
const MOST_FAILURES = 10;
const LONGEST = 400;
const LIMITS = { longest: 2000, mostSteps: 6 };

export function markdown(report: AnyReport): string {
  const { heading, sides, footer } = toPage(report);
  const parts = [
    ...(heading === undefined ? [] : [headingPart(heading, '#')]),
    ...sides.flatMap((side) => [
      headingPart(side.heading, '##'),
      side.tally.map((line) => `- ${line}`).join('\n'),
      ...failures(side),
      ...side.sections.map((section) => sectionPart(section, '###')),
    ]),
    `<sub>${footer}</sub>`,
  ];

  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function headingPart({ verdict, selected, side, target, sentences, next }: Heading, level: string): string {
  const title =
    side === undefined ? `${verdict}${selected}: ${code(target)}` : `${side}: ${verdict}${selected}`;

  return [
    `${level} ${VERDICTS[verdict].mark} ${title}`,
    ...[...sentences, ...(next === undefined ? [] : [next])].map(prose),
  ].join('\n\n');
}

function failures({ failures: all }: PageSide): readonly string[] {
  const whole = all.filter(({ counterexample, waived, known }) => counterexample && !waived && !known);
  const shown = whole.slice(0, MOST_FAILURES);
  const others = all.filter((rule) => !shown.includes(rule));
  const lines = others.map(({ id, label, note }) => `- ${code(id)} (${label}): ${code(cut(note, LONGEST))}`);

  return all.length === 0 ? [] : ['### Failures', ...shown.map(failure), lines.join('\n')];
}

function failure(rule: ShownRule): string {
  const { id, outcome, label, title, reason, counterexample, replay, otherFailures = [], toWaive } = rule;
  const { demand, role, caption, often, fix } = rule;
  const { expected = '', got = '' } = counterexample ?? {};
  const times = outcome === 'unstable' ? (reason.split(':')[0] ?? reason) : often;
  const others = otherFailures.map(
    (other) => `- ${code(other.shape)}${acceptedBy(other)}: ${code(cut(other.reason, LONGEST))}`,
  );

  return [
    `#### ${code(id)} (${label})\n\n${prose(title)} (${demand})`,
    `${times === undefined ? '' : `- ${code(times)}\n`}- expected ${code(expected)}\n- got ${code(cut(got, LONGEST))}`,
    ...(role === 'reproduction' ? [] : [`${capitalize(caption)}:`]),
    fence(exchangeLines(rule.steps, role, LIMITS).join('\n'), role === 'recorded' ? 'text' : 'sh'),
    ...(fix === undefined ? [] : [`Fix: ${fix}`]),
    ...(replay === undefined ? [] : [`Replay: ${code(replay)}`]),
    ...(others.length === 0
      ? []
      : [`The rule also failed in ${count(others.length, 'other way')}:\n\n${others.join('\n')}`]),
    ...toWaive.map((entry) => `To waive: ${code(entry)}`),
  ].join('\n\n');
}

export function sectionPart({ title, blocks, isFolded }: Section, level: string): string {
  const body = blocks.map(blockPart).join('\n\n');

  return isFolded
    ? `<details><summary>${prose(title)}</summary>\n\n${body}\n\n</details>`
    : `${level} ${prose(title)}\n\n${body}`;
}

function blockPart(block: Block): string {
  switch (block.kind) {
    case 'list':
      return block.items.map((item) => `- ${item.map((part) => inlinePart(part)).join('')}`).join('\n');
    // On few lines, because a pull request is rarely about them.
    case 'pairs':
      return block.pairs.map(([name, value]) => `${code(name)}: ${code(cut(value, LONGEST))}`).join('; ');
    case 'reasons':
      return block.reasons
        .map(({ reason, names }) => `- ${code(reason)}: ${names.map(code).join(', ')}`)
        .join('\n');
    case 'table': {
      const lines = [block.heads, ...block.rows].map((row) => tableLine(row.map((part) => inlinePart(part))));

      return [lines[0], `|${'---|'.repeat(block.heads.length)}`, ...lines.slice(1)].join('\n');
    }
  }
}

/** A bar within code would end its cell. */
function tableLine(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

function inlinePart(part: Inline): string {
  if (typeof part === 'string') return prose(part);
  if ('code' in part) return code(cut(part.code, LONGEST));

  return part.status === 'failed' || part.status === 'unstable'
    ? `**${labelOf(part.status)}**`
    : labelOf(part.status);
}

/** A code span on one line. Its fence is longer than any run of backticks in the text. */
function code(text: string): string {
  const line = visibleLine(text);
  const ticks = '`'.repeat(longestRun(line) + 1);
  const space = /^[` ]|[` ]$/.test(line) ? ' ' : '';

  return line === '' ? '(nothing)' : `${ticks}${space}${line}${space}${ticks}`;
}

function fence(text: string, language: string): string {
  const ticks = '`'.repeat(Math.max(3, longestRun(text) + 1));

  return `${ticks}${language}\n${visible(text)}\n${ticks}`;
}

function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
}

/** Escapes markup, mentions and references to issues in a sentence of the suite, which may quote a target. */
export function prose(text: string): string {
  return visibleLine(text)
    .replaceAll(/[\\`*_{}[\]<>|~&]/g, (mark) => `\\${mark}`)
    .replaceAll(/[@#]/g, (mark) => `${mark}<!-- -->`);
}
