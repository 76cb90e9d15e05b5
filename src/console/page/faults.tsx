/** What a mock does otherwise than by default: a scenario, injected faults, and choices of what the document leaves open. */
import { useSignal } from '@preact/signals';
import { Control } from './control.tsx';
import { Badge, Button, bound, Code, Fold, Form, Table, Text } from './elements.tsx';

interface OptionsProps {
  /** Each with what it does. */
  readonly options: readonly (readonly [name: string, about: string])[];
  /** Undefined where none stays chosen. */
  readonly chosen?: string;
  readonly choose: (name: string) => unknown;
}

/** Buttons that say what they do. */
function Options({ options, chosen, choose }: OptionsProps) {
  return (
    <ul class="options">
      {options.map(([name, about]) => (
        <li key={name}>
          <button
            class="button"
            type="button"
            aria-pressed={chosen === undefined ? undefined : chosen === name}
            onClick={() => choose(name)}
          >
            <Code text={name} />
            <small>
              <Text text={about} />
            </small>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** As `GET /_tollgate/scenarios` has it. */
interface Playing {
  /** Undefined where none is on. */
  readonly scenario?: string;
  readonly scenarios: readonly { readonly name: string; readonly about: string }[];
}

export function Scenarios() {
  return (
    <Control<Playing>
      id="scenarios"
      about="A name for faults, choices, days and prices. All later calls are answered as in the one that is on. Press it again to stop it."
    >
      {({ scenario = '', scenarios }, act) => (
        <Options
          options={scenarios.map(({ name, about }) => [name, about])}
          chosen={scenario}
          choose={(name) =>
            name === scenario
              ? act('No scenario is on.', (api) => api.send('DELETE', '/scenarios'))
              : act(`The scenario ${name} is on.`, (api) =>
                  api.send('POST', '/scenarios', { scenario: name }),
                )
          }
        />
      )}
    </Control>
  );
}

/** As `GET /_tollgate/faults` has it. */
interface FaultsReply {
  readonly faults: readonly {
    readonly id: string;
    readonly rule: { readonly when?: { readonly times?: number } };
    /** The rule as text, as POST /_tollgate/faults reads it. */
    readonly text: string;
    readonly merchant?: string;
    readonly hits: number;
  }[];
  readonly examples: readonly { readonly fault: string; readonly effect: string }[];
}

/** The calls that an example affects: texts to write before it. */
const FAULT_CALLS = [
  ['times=1: ', 'the next call'],
  ['times=1, path=/v1/ch/sale: ', 'the next sale'],
  ['every=3: ', 'every third call'],
  ['', 'every call'],
] as const;

export function Faults() {
  const calls = useSignal<string>(FAULT_CALLS[0][0]);

  return (
    <Control<FaultsReply> id="faults" about="Inject faults to test how your client handles them.">
      {({ faults, examples }, act) => {
        const add = (text: string) => act(`Fault added: ${text}`, (api) => api.send('POST', '/faults', text));
        const remove = (id: string, text: string) =>
          act(`Fault removed: ${text}`, (api) => api.send('DELETE', `/faults/${encodeURIComponent(id)}`));

        return (
          <>
            <Form
              label="Fault, with its conditions before a colon"
              submit="Add fault"
              field={{ placeholder: 'amount=13.37, times=2: status=503;retry-after=1' }}
              action={add}
            />
            {faults.length === 0 ? (
              <p class="muted">No fault is active.</p>
            ) : (
              <Table
                caption="Faults"
                columns={{
                  fault: 'Fault, in the order in which they are tried',
                  ...{ number: 'Applied', actions: 'Remove' },
                }}
                rows={faults.map(({ id, text, merchant, hits, rule: { when = {} } }) => ({
                  key: id,
                  fault: (
                    <>
                      <Code text={text} />{' '}
                      {hits >= (when.times ?? Number.POSITIVE_INFINITY) ? (
                        <Badge word="observed">used up</Badge>
                      ) : (
                        <Badge word="changed">on</Badge>
                      )}
                    </>
                  ),
                  number: hits,
                  actions:
                    merchant === undefined ? (
                      <Button label="Remove" of={text} action={() => remove(id, text)} />
                    ) : (
                      <small>
                        of merchant <Text text={merchant} />
                      </small>
                    ),
                }))}
              />
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
            <Options
              options={examples.map(({ fault, effect }) => [fault, effect])}
              choose={(fault) => add(`${calls.value}${fault}`)}
            />
          </>
        );
      }}
    </Control>
  );
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
  return (
    <Control<{ readonly choices: readonly Choice[] }>
      id="choices"
      about="What the document leaves open. A client should work with every option."
    >
      {({ choices }, act) => {
        const changed = choices.filter(isChanged);
        const choose = (name: string, option: string) =>
          act(`${name} is now ${option}.`, (api) => api.send('POST', '/choices', { [name]: option }));
        const reset = () => act('All choices are as at the start.', (api) => api.send('DELETE', '/choices'));

        return (
          <>
            <div class="bar">
              <p role="status" class="grow">
                {changed.length === 0
                  ? 'All are as at the start.'
                  : `Changed: ${changed.map(({ name, option }) => `${name}=${option}`).join(', ')}`}
              </p>
              <Button label="Reset choices" isDisabled={changed.length === 0} action={reset} />
            </div>
            {[...Map.groupBy(choices, ({ group }) => group)].map(([title, group]) => {
              const own = group.filter(isChanged).length;

              return (
                <Fold key={title} title={`${title} (${group.length}${own === 0 ? '' : `, ${own} changed`})`}>
                  <div class="options">
                    {group.map((choice) => (
                      <ChoiceField key={choice.name} choice={choice} onChoose={choose} />
                    ))}
                  </div>
                </Fold>
              );
            })}
          </>
        );
      }}
    </Control>
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
