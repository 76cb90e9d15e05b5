/** The choices of the mock: one select for each. */
import { useLive } from './data.ts';
import { Badge, Button, Section } from './elements.tsx';

/** As `GET /_tollgate/choices` has it. */
interface Choice {
  readonly name: string;
  readonly section: string;
  readonly group: string;
  readonly question: string;
  readonly option: string;
  readonly atStart: string;
  readonly options: readonly { readonly option: string; readonly meaning: string }[];
}

export function Choices() {
  const { data, problem, act } = useLive<{ readonly choices: readonly Choice[] }>('/choices');
  const choices = data.value?.choices ?? [];
  const changed = choices.filter(isChanged);
  const choose = (name: string, option: string) =>
    act((api) => api.send('POST', '/choices', { [name]: option }), `${name} is now ${option}.`);
  const reset = () => act((api) => api.send('DELETE', '/choices'), 'All choices are as at the start.');

  return (
    <Section
      id="choices"
      title="Choices"
      about="What the document leaves open. A client should work with every option."
      problem={problem}
    >
      <div class="bar">
        <p role="status" class="grow">
          {changed.length === 0
            ? 'All are as at the start.'
            : `Changed: ${changed.map(({ name, option }) => `${name}=${option}`).join(', ')}`}
        </p>
        <Button label="Reset choices" isDisabled={changed.length === 0} action={reset} />
      </div>
      {[...Map.groupBy(choices, ({ group }) => group)].map(([title, group]) => (
        <details key={title}>
          <summary>
            {title} ({group.length}
            {group.some(isChanged) ? `, ${group.filter(isChanged).length} changed` : ''})
          </summary>
          <div class="choices">
            {group.map((choice) => (
              <ChoiceField key={choice.name} choice={choice} onChoose={choose} />
            ))}
          </div>
        </details>
      ))}
    </Section>
  );
}

interface ChoiceFieldProps {
  readonly choice: Choice;
  readonly onChoose: (name: string, option: string) => unknown;
}

function ChoiceField({ choice, onChoose }: ChoiceFieldProps) {
  const { name, section, question, option, atStart, options } = choice;
  const id = `choice-${name}`;

  return (
    <div class="stack tight">
      <label for={id}>{question}</label>
      <div class="bar">
        <code>{name}</code>
        <small>section {section}</small>
        {isChanged(choice) && <Badge word="changed" />}
      </div>
      <select
        id={id}
        class="field full"
        value={option}
        aria-describedby={`${id}-meaning`}
        onChange={({ currentTarget }) => onChoose(name, currentTarget.value)}
      >
        {options.map((one) => (
          <option key={one.option} value={one.option} selected={one.option === option}>
            {one.option}
            {one.option === atStart ? ' (at the start)' : ''}
          </option>
        ))}
      </select>
      <small id={`${id}-meaning`}>{options.find((one) => one.option === option)?.meaning}</small>
    </div>
  );
}

function isChanged({ option, atStart }: Choice): boolean {
  return option !== atStart;
}
