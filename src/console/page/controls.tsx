/** The tab of controls: the scenario, faults, choices, clock, merchants and worlds of a mock. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { quoteWord } from '../../text/shell.ts';
import { type Live, useLive, useLoaded } from './data.ts';
import {
  Badge,
  Button,
  bound,
  Code,
  ConfirmButton,
  Line,
  Section,
  Table,
  Text,
  useTarget,
} from './elements.tsx';
import { Choices, Faults } from './faults.tsx';
import { hrefOf, useStore } from './store.ts';
import { Worlds } from './worlds.tsx';

const SECTIONS = {
  ...{ scenarios: 'Scenarios', faults: 'Faults', clock: 'Clock' },
  ...{ choices: 'Choices', merchants: 'Merchants', worlds: 'Worlds' },
};

/** @param item the id of a section */
export function Controls({ item }: { readonly item: string | undefined }) {
  const { run, server } = useStore();
  if (server.value?.kind === 'proxy') return <NoControls />;

  return <Sections key={run.value} item={item} world={server.value?.world} />;
}

interface SectionsProps {
  readonly item: string | undefined;
  /** Undefined for the mock itself. */
  readonly world: string | undefined;
}

function Sections({ item, world }: SectionsProps) {
  const scenarios = useLive<Playing>('/scenarios');
  const what = world === undefined ? 'the mock' : `the world ${world}`;
  const reset = async () => {
    const isDone = await scenarios.act(
      (api) => api.send('POST', '/reset'),
      `All state of ${what} was reset.`,
    );
    // The page shows earlier data.
    if (isDone) location.reload();
  };
  useTarget(item, scenarios.data.value !== undefined);

  return (
    <div class="controls stack">
      <div class="bar">
        <h2>Controls</h2>
        <p class="muted grow">
          {world === undefined
            ? 'Of the mock itself. Each world has its own scenario, faults, choices and clock.'
            : `Of the world ${world} alone.`}
        </p>
        <ConfirmButton
          label="Reset all state"
          question={`Reset ${what}? Its transactions and its journal are deleted; clock, faults, choices and scenario return to those of the start.${world === undefined ? ' Worlds stay.' : ''}`}
          action={reset}
        />
      </div>
      <nav class="bar" aria-label="Sections of this page">
        {Object.entries(SECTIONS).map(([id, label]) => (
          <a key={id} class="chip" href={hrefOf('controls', id)}>
            {label}
          </a>
        ))}
      </nav>
      <Scenarios {...scenarios} />
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

/** As `GET /_tollgate/scenarios` has it. */
interface Playing {
  /** Undefined where none is on. */
  readonly scenario?: string;
  readonly scenarios: readonly { readonly name: string; readonly about: string }[];
}

function Scenarios({ data, problem, act }: Live<Playing>) {
  const { scenario, scenarios = [] } = data.value ?? {};
  const start = (name: string) =>
    act((api) => api.send('POST', '/scenarios', { scenario: name }), `The scenario ${name} has begun.`);
  const stop = () => act((api) => api.send('DELETE', '/scenarios'), 'No scenario is on.');

  return (
    <Section
      id="scenarios"
      title="Scenarios"
      about="A name for faults, choices, days and prices. All later calls are answered as in the one that is on."
      problem={problem}
    >
      <Table caption="Scenarios" columns={['Scenario', ['Actions', 'hidden']]}>
        {scenarios.map(({ name, about }) => (
          <tr key={name}>
            <td>
              <Code text={name} /> {name === scenario && <Badge word="changed">on</Badge>}
              <Line text={about} />
            </td>
            <td>
              <div class="bar end">
                <Button
                  label={name === scenario ? 'Restart' : 'Start'}
                  of={name}
                  action={() => start(name)}
                />
                {name === scenario && <Button label="Stop" of={name} action={stop} />}
              </div>
            </td>
          </tr>
        ))}
      </Table>
    </Section>
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
  const { server } = useStore();
  const { data, problem, act } = useLive<Time>('/clock');
  const tick = useSignal(Date.now());
  const day = useSignal('');
  const show = () => {
    tick.value = Date.now();
  };
  useEffect(() => {
    const timer = setInterval(show, 1_000);

    return () => clearInterval(timer);
  }, []);
  const change = async (method: 'POST' | 'DELETE', body?: unknown) => {
    await act((api) => api.send(method, '/clock', body), 'The clock was moved.');
    show();
  };
  const ahead = data.value?.aheadMilliseconds ?? 0;

  return (
    <Section
      id="clock"
      title="Clock"
      about="It decides the day of fees, the expiry of tokens and the times of the journal."
      problem={problem}
    >
      {data.value !== undefined && (
        <p class="bar">
          <strong>{shown(tick.value + ahead)}</strong>
          <Badge word={Math.abs(ahead) < 1_000 ? 'observed' : 'changed'}>{describe(ahead)}</Badge>
        </p>
      )}
      <div class="bar">
        {PRESETS.map(([advance, label]) => (
          <Button key={advance} label={label} action={() => change('POST', { advance })} />
        ))}
        <Button
          label={`Back to the time of the ${server.value?.world === undefined ? 'machine' : 'mock'}`}
          action={() => change('DELETE')}
        />
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
  let rest = Math.abs(ahead);
  if (rest < 1_000) return 'the time of the machine';
  const parts = UNITS.flatMap(([size, unit]) => {
    const count = Math.floor(rest / size);
    rest -= count * size;

    return count === 0 ? [] : [`${count} ${unit}`];
  });

  return `${parts.slice(0, 2).join(' ')} ${ahead > 0 ? 'ahead of' : 'behind'} the machine`;
}

/** As `GET /_tollgate/merchants` has it. */
interface MerchantsReply {
  readonly tokens: { readonly accepted: 'any' | 'secret' | 'keys'; readonly expected: string };
  readonly merchants: readonly {
    readonly name: string;
    readonly processors: readonly { readonly mid: string; readonly name: string; readonly model: string }[];
  }[];
}

function Merchants() {
  const { api } = useStore();
  const { value, error } = useLoaded(() => api.get<MerchantsReply>('/merchants'), [api]);
  const { accepted, expected } = value?.tokens ?? {};

  return (
    <Section
      id="merchants"
      title="Merchants"
      about="The token of a request names its merchant; the first is the default."
      problem={error}
    >
      {expected !== undefined && (
        <p>
          This mock accepts {expected}
          {accepted === 'any' ? ', and does not verify its signature' : ''}.
          {accepted === 'keys' ? ' Get one from the issuer of your tokens.' : ''}
        </p>
      )}
      <Table
        caption="Merchants"
        columns={[
          'Merchant',
          'Processors: name (MID), pricing model',
          ...(accepted === 'keys' ? [] : ['A token of it']),
        ]}
      >
        {value?.merchants.map(({ name, processors }, at) => (
          <tr key={name}>
            <td>
              <Text text={name} /> {at === 0 && <Badge word="observed">default</Badge>}
            </td>
            <td>
              {processors.map(({ mid, name: processor, model }) => (
                <p key={mid}>
                  <Text text={`${processor} (${mid}), ${model}`} />
                </p>
              ))}
            </td>
            {accepted !== 'keys' && (
              <td>
                <Code text={tokenCommand(name, accepted === 'secret')} />
              </td>
            )}
          </tr>
        ))}
      </Table>
    </Section>
  );
}

function tokenCommand(merchant: string, isSigned: boolean): string {
  return `tollgate token --merchant ${quoteWord(merchant)}${isSigned ? ' --jwt-secret "$TOLLGATE_JWT_SECRET"' : ''}`;
}
