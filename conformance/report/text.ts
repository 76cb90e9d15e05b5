/** The report for a terminal: verdict, failures, choices, untested rules; for traffic one such part for each side. */
import { cut, visibleLine } from '../../src/text/visible.ts';
import { fold } from '../../src/text/words.ts';
import { dayOf, failureLines, type ShownRule } from './failure.ts';
import { type Block, type Heading, type Inline, type PageSide, type Section, toPage } from './page.ts';
import type { AnyReport } from './report.ts';
import { labelOf, type Tone, VERDICTS } from './rule-status.ts';

/** Colours a word, if the terminal has colours. */
type Tint = (tone: Tone, word: string) => string;

const PLAIN: Tint = (_, word) => word;

export function text(report: AnyReport, tint: Tint = PLAIN): string {
  const { heading, sides } = toPage(report);
  const parts = [
    ...(heading === undefined ? [] : [headingText(heading, tint)]),
    ...sides.flatMap((side) => [
      headingText(side.heading, tint),
      ...side.failures.map((rule) => failure(rule, tint)),
      ...side.sections.map(sectionText),
      side.tally.join('\n'),
      ...hints(side),
    ]),
  ];

  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

/** The verdict and its reason on one line. */
export function verdictLine(report: AnyReport): string {
  const { heading, sides } = toPage(report);
  const [side] = sides;
  const head = heading ?? side?.heading;

  return `${head === undefined ? '' : verdictWords(head, PLAIN)}  ${report.target}  ${visibleLine(report.summary)}\n`;
}

function verdictWords({ verdict, exitCode, selected }: Heading, tint: Tint): string {
  const isUsual = exitCode === 1 ? verdict === 'nonconformant' : exitCode !== 0 || verdict === 'conformant';
  const but = isUsual ? '' : `, but exit code ${exitCode}`;

  return tint(
    isUsual || exitCode === 0 ? VERDICTS[verdict].tone : 'bad',
    `${verdict.toUpperCase()}${selected}${but}`,
  );
}

function headingText(heading: Heading, tint: Tint): string {
  const { side, target, sentences } = heading;
  const words = verdictWords(heading, tint);
  const lines = sentences.flatMap((line) =>
    // A list of ids is folded.
    line.startsWith('Passed: ') ? wrap(line.split(', '), '    ') : [visibleLine(line)],
  );

  return [
    side === undefined ? `${words}  ${visibleLine(target)}` : `${side.toUpperCase()}  ${words}`,
    ...lines,
  ].join('\n');
}

/** Characters of a command. */
const LONGEST_COMMAND = 1000;

function failure(rule: ShownRule, tint: Tint): string {
  const { id, title, reason, outcome, status, look, demand, note, waived, known } = rule;
  const { word = '', tone } = look;
  const head = `${tone === undefined ? word : tint(tone, word)}  ${id}`;
  const until = waived?.until === undefined ? '' : ` until ${waived.until}`;
  if (waived !== undefined) return `${head}${until}: ${visibleLine(waived.reason)}\n  ${visibleLine(reason)}`;
  if (known !== undefined) return `${head} since ${dayOf(known.since)}\n  ${visibleLine(reason)}`;
  const about = [status === 'broken' ? note : title, ...(outcome === 'unstable' ? [note] : [])];

  return [
    `${head}  (${demand})`,
    ...about.map((line) => `  ${line}`),
    ...failureLines(rule, { indent: '  ', longest: LONGEST_COMMAND }),
  ].join('\n');
}

/** How warnings count, and where the REPORT.json of a replay command comes from. */
function hints({ failures, toCount }: PageSide): readonly string[] {
  const hasCommand = failures.some(
    ({ replay, waived, known }) =>
      replay?.includes(' REPORT.json ') === true && waived === undefined && known === undefined,
  );

  return [
    ...(toCount === '' ? [] : [`To count the warnings as failures: ${toCount}`]),
    ...(hasCommand ? ['--report json=REPORT.json writes the REPORT.json of a replay command.'] : []),
  ];
}

/** In characters: a longer option of a choice, and a longer cell of a table, is cut. No rule id is as long. */
const WIDEST = { pairs: 300, table: 52 };

export function sectionText({ title, blocks }: Section): string {
  return [visibleLine(title), ...blocks.flatMap(blockLines)].join('\n');
}

function blockLines(block: Block): readonly string[] {
  switch (block.kind) {
    case 'list':
      return block.items.flatMap((item) =>
        fold(
          item
            .map((part) => inlineText(part))
            .join('')
            .split(' '),
          LINE,
        ).map((line) => `  ${line}`),
      );
    case 'pairs':
      return aligned(block.pairs.map(([name, value]) => ['', name, visibleLine(cut(value, WIDEST.pairs))]));
    case 'reasons':
      return block.reasons.flatMap(({ reason, names, counted }) => [
        `  ${visibleLine(reason)}${counted === '' ? '' : ` (${counted})`}`,
        ...wrap(names, '    '),
      ]);
    case 'table':
      return aligned(
        [block.heads, ...block.rows].map((row) => ['', ...row.map((cell) => inlineText(cell, WIDEST.table))]),
      );
  }
}

function inlineText(part: Inline, most = Number.POSITIVE_INFINITY): string {
  const shown = typeof part === 'string' ? part : 'code' in part ? part.code : labelOf(part.status);

  return cut(visibleLine(shown), most);
}

function aligned(lines: readonly (readonly string[])[]): readonly string[] {
  const widthOf = (at: number) => Math.max(...lines.map((line) => (line[at] ?? '').length));

  return lines.map((line) =>
    line
      .map((cell, at) => cell.padEnd(widthOf(at)))
      .join('  ')
      .trimEnd(),
  );
}

/** In characters. */
const LINE = 100;

/** Wraps a list of ids for a terminal. */
function wrap(ids: readonly string[], indent: string): readonly string[] {
  return fold(
    ids.map((id) => visibleLine(id)),
    LINE - indent.length,
    ', ',
  ).map((line) => indent + line);
}
