/** What the mock does otherwise than by default: injected faults, and choices of what the document leaves open. */
import { useSignal } from '@preact/signals';
import { useLive } from './data.ts';
import { Badge, Button, bound, Code, Section, Table, Text } from './elements.tsx';

/** As `GET /_tollgate/faults` has it. */
interface FaultsReply {
  readonly faults: readonly ShownFault[];
  readonly examples: readonly { readonly fault: string; readonly effect: string }[];
}

interface ShownFault {
  readonly id: string;
  readonly rule: { readonly when?: { readonly times?: number } };
  /** The rule as text, as POST /_tollgate/faults reads it. */
  readonly text: string;
  readonly merchant?: string;
  readonly hits: number;
}

/** The calls that an example affects: texts to write before it. */
const FAULT_CALLS = [
  ['times=1: ', 'the next call'],
  ['times=1, path=/v1/ch/sale: ', 'the next sale'],
  ['every=3: ', 'every third call'],
  ['', 'every call'],
] as const;

export function Faults() {
  const { data, problem, act } = useLive<FaultsReply>('/faults');
  const calls = useSignal<string>(FAULT_CALLS[0][0]);
  const typed = useSignal('');
  const { faults = [], examples = [] } = data.value ?? {};
  const add = (text: string) => act((api) => api.send('POST', '/faults', text), `Fault added: ${text}`);
  const remove = async ({ id, text }: ShownFault) => {
    await act((api) => api.send('DELETE', `/faults/${encodeURIComponent(id)}`), `Fault removed: ${text}`);
    // The button that had the focus is gone.
    document.getElementById('faults')?.focus();
  };

  return (
    <Section
      id="faults"
      title="Faults"
      about="Inject faults to test how your client handles them."
      problem={problem}
    >
      <form
        class="bar"
        onSubmit={async (event) => {
          event.preventDefault();
          if (await add(typed.value)) typed.value = '';
        }}
      >
        <label class="grow">
          <span class="label">Fault, with its conditions before a colon</span>
          <input
            class="field mono full"
            {...bound(typed)}
            placeholder="amount=13.37, times=2: status=503;retry-after=1"
            spellcheck={false}
          />
        </label>
        <button class="button main" type="submit">
          Add fault
        </button>
      </form>
      {faults.length === 0 ? (
        <p class="muted">No fault is active.</p>
      ) : (
        <Table
          caption="Faults"
          columns={[
            'Fault, in the order in which they are tried',
            ['Applied', 'number'],
            ['Remove', 'hidden'],
          ]}
        >
          {faults.map((fault) => (
            <tr key={fault.id}>
              <td>
                <Code text={fault.text} />{' '}
                {isUsedUp(fault) ? <Badge word="observed">used up</Badge> : <Badge word="changed">on</Badge>}
              </td>
              <td class="number">{fault.hits}</td>
              <td class="number">
                {fault.merchant === undefined ? (
                  <Button label="Remove" of={fault.text} action={() => remove(fault)} />
                ) : (
                  <small>
                    of merchant <Text text={fault.merchant} />
                  </small>
                )}
              </td>
            </tr>
          ))}
        </Table>
      )}
      <label>
        <span class="label">Examples, for</span>
        <select class="field" {...bound(calls)}>
          {FAULT_CALLS.map(([conditions, label]) => (
            <option key={label} value={conditions}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <ul class="examples">
        {examples.map(({ fault, effect }) => (
          <li key={fault}>
            <button class="button" type="button" onClick={() => add(`${calls.value}${fault}`)}>
              <code>{fault}</code>
              <small>{effect}</small>
            </button>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** Whether it was applied as often as its condition `times` allows. */
function isUsedUp({ rule: { when = {} }, hits }: ShownFault): boolean {
  return when.times !== undefined && hits >= when.times;
}

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
