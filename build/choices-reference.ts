/** docs/choices.md: what the document leaves open, with the options that a deployment, and the mock, may take. */
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
    ['| choice | section | question | the mock, unless told |', '|---|---|---|---|', ...rows].join('\n'),
    '## The strictest service',
    STRICT,
    ...CHOICE_NAMES.flatMap(section),
    ...OBSERVATIONS.filter(({ choice }) => choice === undefined).flatMap(({ id, title, section: place }) => [
      `## ${id.replace('observe/', '')}`,
      `${title} Left open by section ${place}. \`${id}\` notes it, each kind of refusal for itself; it is no choice that a mock could make.`,
    ]),
  ]);
}

const INTRODUCTION = `Where the document is silent nothing is judged. The suite observes which option a deployment takes; the mock takes one.

- \`tollgate mock --choose second-sale=refuse\` takes an option; \`--choose\` can be given for any number of choices.
- \`tollgate mock --like report.json\` takes those that a report in JSON observed of a deployment.
- \`tollgate mock --grease\` varies from answer to answer those on which no client may lean, and names them in the header
  \`Tollgate-Choices\`; the printed seed does the same again.
- \`tollgate mock --lenient\` answers what public clients are known to break, and names it in \`Tollgate-Violations\`.
- \`tollgate mock --strict\` takes the [strictest options](#the-strictest-service) that the document allows.
- \`tollgate conform URL --only observe\` observes and judges nothing; \`--only observe/second-sale\` observes one of them.
- In code: \`startMock({ choices: { 'second-sale': 'refuse' }, grease: 7, lenient: true })\`, and
  \`await mock.choices.use({ 'second-sale': 'refuse' })\` while it runs; \`POST /_tollgate/choices\` does the same.`;

const STRICT = `A client that the strictest service accepts is accepted by any. \`tollgate mock --strict\`, and
\`startMock({ choices: STRICT_CHOICES })\` in code, take these options; \`--choose\` and \`--like\` take precedence:

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
