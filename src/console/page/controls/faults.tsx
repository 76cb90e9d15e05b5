/** Faults: add one by a click or by its text, see how often each was applied, remove it. */
import { useSignal } from '@preact/signals';
import { visibleLine } from '../../../text/visible.ts';
import { useAction, useLive } from '../data.ts';
import { bound, Problem, Section, Table, Text } from '../elements.tsx';
import { useStore } from '../store.ts';
import { FAULT_CALLS, isUsedUp, type ListedFault } from './fault-calls.ts';
import examples from './fault-examples.gen.json' with { type: 'json' };

export function Faults() {
  const { api } = useStore();
  const { data, error, refresh } = useLive<{ readonly faults: readonly ListedFault[] }>('/faults');
  const action = useAction();
  const calls = useSignal<string>(FAULT_CALLS[0].conditions);
  const typed = useSignal('');
  const faults = data.value?.faults ?? [];

  const add = async (text: string) => {
    const isAdded = await action.run(() => api.send('POST', '/faults', text), `Fault added: ${text}`);
    await refresh();

    return isAdded;
  };

  return (
    <Section id="faults" title="Faults" about="Inject faults to test how your client handles them.">
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
      <Problem text={action.error.value ?? error.value} />
      {faults.length === 0 ? (
        <p class="muted">No fault is active.</p>
      ) : (
        <Table
          caption="Faults"
          columns={[
            'Fault, in the order in which they are tried',
            { label: 'Applied', class: 'number' },
            { label: 'Remove', isHidden: true },
          ]}
        >
          {faults.map((fault) => (
            <tr key={fault.id}>
              <td>
                <code class={isUsedUp(fault) ? 'muted' : undefined}>
                  <Text text={fault.text} />
                </code>{' '}
                {isUsedUp(fault) && <span class="badge">used up</span>}
              </td>
              <td class="number">{fault.hits}</td>
              <td class="number">
                {fault.merchant === undefined ? (
                  <button
                    class="button"
                    type="button"
                    aria-label={visibleLine(`Remove ${fault.text}`)}
                    onClick={async () => {
                      const path = `/faults/${encodeURIComponent(fault.id)}`;
                      await action.run(() => api.send('DELETE', path), `Fault removed: ${fault.text}`);
                      await refresh();
                      // The button that had the focus is gone.
                      document.getElementById('faults-title')?.focus();
                    }}
                  >
                    Remove
                  </button>
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
      <div class="bar">
        <label>
          <span class="label">Examples, for</span>
          <select
            class="field"
            value={calls.value}
            onChange={({ currentTarget }) => {
              calls.value = currentTarget.value;
            }}
          >
            {FAULT_CALLS.map(({ conditions, label }) => (
              <option key={label} value={conditions}>
                {label}
              </option>
            ))}
          </select>
        </label>
      </div>
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
