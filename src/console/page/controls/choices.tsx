/** What the mock does where the document leaves it open: one select for each choice. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { useStore } from '../store.ts';
import { Problem } from '../ui/problem.tsx';
import { useAction } from '../ui/use-action.ts';
import { reasonOf } from '../ui/use-loaded.ts';
import { groupChoices } from './choice-groups.ts';
import { Section } from './section.tsx';

interface Choice {
  readonly name: string;
  readonly section: string;
  readonly question: string;
  readonly option: string;
  readonly atStart: string;
  readonly options: readonly { readonly option: string; readonly meaning: string }[];
}

interface Answer {
  readonly choices: readonly Choice[];
}

export function Choices() {
  const { api } = useStore();
  const action = useAction();
  const choices = useSignal<readonly Choice[]>([]);
  const failure = useSignal<string | undefined>(undefined);
  const show = (answer: Answer) => {
    choices.value = answer.choices;
  };
  useEffect(() => {
    api.get<Answer>('/choices').then(show, (problem: unknown) => {
      failure.value = reasonOf(problem);
    });
  }, [api]);
  const choose = async (name: string, option: string) => {
    const send = async () => show(await api.send<Answer>('POST', '/choices', { [name]: option }));
    // A select that was refused shows its option again.
    if (!(await action.run(send, `${name} is now ${option}.`))) choices.value = [...choices.value];
  };
  const reset = async () => show(await api.send<Answer>('DELETE', '/choices'));
  const changed = choices.value.filter(isChanged);

  return (
    <Section
      id="choices"
      title="Choices"
      about="What the document leaves open. A client should get along with every option."
    >
      <div class="bar">
        <p role="status" class="grow">
          {changed.length === 0
            ? 'All are as at the start.'
            : `Changed: ${changed.map(({ name, option }) => `${name}=${option}`).join(', ')}`}
        </p>
        <button
          class="button"
          type="button"
          disabled={changed.length === 0}
          onClick={() => action.run(reset, 'All choices are as at the start.')}
        >
          Reset choices
        </button>
      </div>
      <Problem text={action.error.value ?? failure.value} />
      {groupChoices(choices.value).map(([title, group]) => (
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
  const meaning = options.find((one) => one.option === option)?.meaning ?? '';

  return (
    <div class="choice">
      <label for={id}>{question}</label>
      <div class="bar">
        <code>{name}</code>
        <small>section {section}</small>
        {isChanged(choice) && <span class="badge warn">changed</span>}
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
      <small id={`${id}-meaning`}>{meaning}</small>
    </div>
  );
}

function isChanged({ option, atStart }: Choice): boolean {
  return option !== atStart;
}
