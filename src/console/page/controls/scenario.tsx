/** The scenario of the mock: one select. */
import { useAction, useLive } from '../data.ts';
import { Problem, Section, Text } from '../elements.tsx';
import { useStore } from '../store.ts';

interface Answer {
  /** Undefined where none is on. */
  readonly scenario?: string;
  readonly scenarios: readonly { readonly name: string; readonly about: string }[];
}

export function ScenarioField() {
  const { api } = useStore();
  const action = useAction();
  const { data, error, refresh } = useLive<Answer>('/scenarios');
  const { scenario = '', scenarios = [] } = data.value ?? {};
  const about = scenarios.find(({ name }) => name === scenario)?.about;
  const choose = async (name: string) => {
    await action.run(
      () =>
        name === '' ? api.send('DELETE', '/scenarios') : api.send('POST', '/scenarios', { scenario: name }),
      name === '' ? 'No scenario is on.' : `The scenario is now ${name}.`,
    );
    await refresh();
  };

  return (
    <Section
      id="scenarios"
      title="Scenario"
      about="A name for faults, choices, days and prices. All later calls are answered as in it."
    >
      <div class="bar">
        <label>
          <span class="label">Scenario</span>
          <select
            class="field"
            value={scenario}
            aria-describedby="scenario-about"
            onChange={({ currentTarget }) => choose(currentTarget.value)}
          >
            <option value="">none</option>
            {scenarios.map(({ name }) => (
              <option key={name} value={name} selected={name === scenario}>
                {name}
              </option>
            ))}
          </select>
        </label>
        {scenario !== '' && (
          <button class="button" type="button" onClick={() => choose(scenario)}>
            Begin it anew
          </button>
        )}
      </div>
      <small id="scenario-about">
        <Text text={about ?? 'Calls are answered as usual.'} />
      </small>
      <Problem text={action.error.value ?? error.value} />
    </Section>
  );
}
