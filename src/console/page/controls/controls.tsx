/** The tab of controls: the scenario, faults, choices, clock, merchants and worlds of a mock. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { useAction, useLive, useLoaded } from '../data.ts';
import { bound, Code, ConfirmButton, Problem, Section, Table, Text } from '../elements.tsx';
import { useStore } from '../store.ts';
import { Choices } from './choices.tsx';
import { Faults } from './faults.tsx';
import { ScenarioField } from './scenario.tsx';
import { Worlds } from './worlds.tsx';

const SECTIONS = [
  ['scenarios', 'Scenario'],
  ['faults', 'Faults'],
  ['clock', 'Clock'],
  ['choices', 'Choices'],
  ['merchants', 'Merchants'],
  ['worlds', 'Worlds'],
] as const;

export function Controls() {
  const { run, server } = useStore();
  if (server.value?.kind === 'proxy') return <NoControls />;

  return (
    <div class="controls stack" key={run.value}>
      <div class="bar">
        <h2>Controls</h2>
        <p class="muted grow">
          {server.value?.world === undefined
            ? 'Of the mock itself. Each world has its own scenario, faults, choices and clock.'
            : `Of the world ${server.value.world} alone.`}
        </p>
        <ResetAll />
      </div>
      <nav class="bar" aria-label="Sections of this page">
        {SECTIONS.map(([id, label]) => (
          <button
            key={id}
            class="chip"
            type="button"
            onClick={() => document.getElementById(`${id}-title`)?.focus()}
          >
            {label}
          </button>
        ))}
      </nav>
      <ScenarioField />
      <Faults />
      <Clock />
      <Choices />
      <Merchants />
      <Worlds />
    </div>
  );
}

function NoControls() {
  return (
    <section class="empty card stack">
      <h2>A proxy has no controls</h2>
      <p>
        It passes requests and responses on byte for byte, so that what it judges is what happened. Faults,
        choices, clock and worlds belong to a mock:
      </p>
      <pre class="sunken">tollgate mock</pre>
      <p>
        To have a mock behave as this service does: <code>tollgate mock --like report.json</code>, with the
        report of this proxy.
      </p>
    </section>
  );
}

function ResetAll() {
  const { api, feed, server } = useStore();
  const action = useAction();
  const world = server.value?.world;
  const what = world === undefined ? 'the mock' : `the world ${world}`;

  return (
    <>
      <ConfirmButton
        label="Reset all state"
        question={`Reset ${what}? Its transactions and its journal are deleted; clock, faults, choices and scenario return to those of the start.${world === undefined ? ' Worlds stay.' : ''}`}
        action={async () => {
          const isDone = await action.run(
            () => api.send('POST', '/reset'),
            `All state of ${what} was reset.`,
          );
          if (!isDone) return;
          feed.clear();
          // The sections show earlier data.
          location.reload();
        }}
      />
      <Problem text={action.error.value} />
    </>
  );
}

interface Time {
  readonly now: string;
  readonly aheadMilliseconds: number;
}

const PRESETS = [
  ['-1d', '− 1 day'],
  ['1h', '+ 1 hour'],
  ['1d', '+ 1 day'],
  ['30d', '+ 30 days'],
  ['365d', '+ 1 year'],
] as const;

function Clock() {
  const { api, server } = useStore();
  const action = useAction();
  const { data, error, refresh } = useLive<Time>('/clock');
  const tick = useSignal(Date.now());
  const day = useSignal('');
  useEffect(() => {
    const timer = setInterval(() => {
      tick.value = Date.now();
    }, 1_000);

    return () => clearInterval(timer);
  }, []);

  const change = async (method: 'POST' | 'DELETE', body?: unknown) => {
    await action.run(() => api.send(method, '/clock', body), 'The clock was moved.');
    await refresh();
    tick.value = Date.now();
  };
  const ahead = data.value?.aheadMilliseconds ?? 0;

  return (
    <Section
      id="clock"
      title="Clock"
      about="It decides the day of fees, the expiry of tokens and the times of the journal."
    >
      {data.value !== undefined && (
        <p class="bar">
          <strong class="time">{shown(tick.value + ahead)}</strong>
          <span class={Math.abs(ahead) < 1_000 ? 'badge' : 'badge warn'}>{describe(ahead)}</span>
        </p>
      )}
      <Problem text={action.error.value ?? error.value} />
      <div class="bar">
        {PRESETS.map(([advance, label]) => (
          <button key={advance} class="button" type="button" onClick={() => change('POST', { advance })}>
            {label}
          </button>
        ))}
        <button class="button" type="button" onClick={() => change('DELETE')}>
          {server.value?.world === undefined
            ? 'Back to the time of the machine'
            : 'Back to the time of the mock'}
        </button>
      </div>
      <form
        class="bar"
        onSubmit={(event) => {
          event.preventDefault();
          void change('POST', { set: day.value });
        }}
      >
        <label>
          <span class="label">Day, from its beginning in UTC</span>
          <input class="field" type="date" required min="1970-01-01" max="9999-12-30" {...bound(day)} />
        </label>
        <button class="button" type="submit">
          Set the clock
        </button>
      </form>
    </Section>
  );
}

function shown(milliseconds: number): string {
  const moment = new Date(milliseconds);

  return Number.isNaN(moment.getTime()) ? '' : `${moment.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

const UNITS = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'm'],
  [1_000, 's'],
] as const;

function describe(ahead: number): string {
  if (Math.abs(ahead) < 1_000) return 'the time of the machine';
  let rest = Math.abs(ahead);
  const parts = UNITS.flatMap(([size, unit]) => {
    const count = Math.floor(rest / size);
    rest -= count * size;

    return count === 0 ? [] : [`${count} ${unit}`];
  });

  return `${parts.slice(0, 2).join(' ')} ${ahead > 0 ? 'ahead of' : 'behind'} the machine`;
}

interface Merchant {
  readonly name: string;
  readonly processors: readonly { readonly mid: string; readonly name: string; readonly model: string }[];
}

interface Answer {
  readonly tokens: { readonly accepted: 'any' | 'secret' | 'keys'; readonly expected: string };
  readonly merchants: readonly Merchant[];
}

function Merchants() {
  const { api } = useStore();
  const { value, error } = useLoaded(() => api.get<Answer>('/merchants'), [api]);
  const { merchants = [], tokens } = value ?? {};

  return (
    <Section
      id="merchants"
      title="Merchants"
      about="The token of a request names its merchant; the first is the default."
    >
      <Problem text={error} />
      {tokens !== undefined && (
        <p>
          This mock accepts {tokens.expected}
          {tokens.accepted === 'any' ? ', and does not verify its signature' : ''}.
          {tokens.accepted === 'keys' ? ' Get one from the issuer of your tokens.' : ''}
        </p>
      )}
      <Table
        caption="Merchants"
        columns={[
          'Merchant',
          'Processors: name (MID), pricing model',
          ...(tokens?.accepted === 'keys' ? [] : ['A token of it']),
        ]}
      >
        {merchants.map(({ name, processors }, at) => (
          <tr key={name}>
            <td>
              <Text text={name} /> {at === 0 && <span class="badge">default</span>}
            </td>
            <td>
              <ul>
                {processors.map((processor) => (
                  <li key={processor.mid}>
                    <Text text={processor.name} /> (<Text text={processor.mid} />
                    ), <Text text={processor.model} />
                  </li>
                ))}
              </ul>
            </td>
            {tokens?.accepted !== 'keys' && (
              <td>
                <Code text={tokenCommand(name, tokens?.accepted === 'secret')} />
              </td>
            )}
          </tr>
        ))}
      </Table>
    </Section>
  );
}

function tokenCommand(merchant: string, isSigned: boolean): string {
  const name = /^[\w.-]+$/.test(merchant) ? merchant : `'${merchant.replaceAll("'", `'\\''`)}'`;

  return `tollgate token --merchant ${name}${isSigned ? ' --jwt-secret "$TOLLGATE_JWT_SECRET"' : ''}`;
}
