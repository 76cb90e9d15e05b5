/** docs/choices.md: the choices that the document leaves open, and their options. */
import { OBSERVATIONS } from '../conformance/observations/index.ts';
import {
  CHOICE_NAMES,
  CHOICES,
  type ChoiceName,
  defaultOf,
  STRICT_CHOICES,
} from '../src/contract/choices.ts';
import { generatedPage } from './generated-page.ts';

export function choicesReference(): string {
  const rows = CHOICE_NAMES.map(
    (name) =>
      `| [\`${name}\`](#${name}) | ${CHOICES[name].section} | ${CHOICES[name].question} | \`${defaultOf(name)}\` |`,
  );

  return generatedPage('src/contract/choices.ts', [
    '# What the document leaves open',
    INTRODUCTION,
    ['| choice | section | question | default of the mock |', '|---|---|---|---|', ...rows].join('\n'),
    '## The strictest service',
    STRICT,
    ...CHOICE_NAMES.flatMap(section),
    ...OBSERVATIONS.filter(({ choice }) => choice === undefined).flatMap(({ id, title, section: place }) => [
      `## ${id.replace('observe/', '')}`,
      `${title} Left open by section ${place}. \`${id}\` records it for each kind of refusal; the mock has no choice for it.`,
    ]),
  ]);
}

const INTRODUCTION = `The suite does not judge what the document leaves open: it observes which option a deployment takes. The mock takes one option of each choice.

- \`tollgate mock --choose second-sale=refuse\` sets an option; repeat \`--choose\` for other choices.
- \`tollgate mock --like report.json\` sets the options that a JSON report observed.
- \`tollgate mock --grease\` randomises unspecified details of every response, and names them in the header
  \`Tollgate-Choices\`; the printed seed repeats them.
- \`tollgate mock --lenient\` accepts known mistakes of public clients, and names them in \`Tollgate-Violations\`.
- \`tollgate mock --strict\` sets the [strictest options](#the-strictest-service) that the document allows.
- \`tollgate conform URL --only observe\` only observes; \`--only observe/second-sale\` observes one choice.
- In code: \`startMock({ choices: { 'second-sale': 'refuse' }, grease: 7, lenient: true })\`, and
  \`await mock.choices.use({ 'second-sale': 'refuse' })\` while it runs; \`POST /_tollgate/choices\` does the same.`;

const STRICT = `A client that the strictest service accepts is accepted by any. \`tollgate mock --strict\`, and
\`startMock({ choices: STRICT_CHOICES })\` in code, set these options; \`--choose\` and \`--like\` take precedence:

${Object.entries(STRICT_CHOICES)
  .map(([name, option]) => `\`${name}=${option}\``)
  .join(', ')}.`;

function section(name: ChoiceName): readonly string[] {
  const { question, section: place, options } = CHOICES[name];
  const observation = OBSERVATIONS.find(({ choice }) => choice === name);
  const rows = options.map(([option, meaning], index) => {
    const isDefault = index === 0 ? ' The default of the mock.' : '';

    return `| \`${option}\` | ${meaning}${isDefault} |`;
  });

  return [
    `## ${name}`,
    `${question} Left open by section ${place}; observed by \`${observation?.id}\`.`,
    ['| option | what it means |', '|---|---|', ...rows].join('\n'),
  ];
}
