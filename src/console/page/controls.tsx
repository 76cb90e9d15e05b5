/** The tab of controls: the scenario, faults, clock, choices, merchants and worlds of a mock. */
import { useEffect, useState } from 'preact/hooks';
import { capitalize, count, showDuration } from '../../text/words.ts';
import { Control } from './control.tsx';
import { useLive } from './data.ts';
import { Badge, Button, Form, Line, Problem, Table, Text } from './elements.tsx';
import { Choices, Faults, Scenarios } from './faults.tsx';
import { hrefOf, useStore } from './store.ts';

const SECTIONS = ['scenarios', 'faults', 'clock', 'choices', 'merchants', 'worlds'];

export function Controls() {
  const { run, server } = useStore();
  const world = server.value?.world;
  const { act, problem } = useLive('');
  const what = world === undefined ? 'the mock' : `the world ${world}`;
  const reset = async () => {
    // The page shows earlier data.
    if (await act(`All state of ${what} was reset.`, (api) => api.send('POST', '/reset'))) location.reload();
  };

  return (
    <div class="page stack" key={run.value}>
      <div class="bar">
        <h2>Controls</h2>
        <p class="muted grow">
          {world === undefined
            ? 'Of the mock itself. Each world has its own scenario, faults, choices and clock.'
            : `Of the world ${world} alone.`}
        </p>
        <Button
          label="Reset all state"
          question={`Reset ${what}? Its transactions and its journal are deleted; clock, faults, choices and scenario return to those of the start.${world === undefined ? ' Worlds stay.' : ''}`}
          action={reset}
        />
      </div>
      <Problem text={problem} />
      <nav class="bar" aria-label="Sections of this page">
        {SECTIONS.map((id) => (
          <a key={id} class="chip" href={hrefOf('controls', id)}>
            {capitalize(id)}
          </a>
        ))}
      </nav>
      <Scenarios />
      <Faults />
      <Clock />
      <Choices />
      <Merchants />
      <Worlds />
    </div>
  );
}

const MOVES = { '-1d': '− 1 day', '1h': '+ 1 hour', '1d': '+ 1 day', '30d': '+ 30 days', '365d': '+ 1 year' };

/** As `GET /_tollgate/clock` has it. */
interface ClockReply {
  readonly aheadMilliseconds: number;
}

function Clock() {
  const { server } = useStore();

  return (
    <Control<ClockReply>
      id="clock"
      about="It decides the day of fees, the expiry of tokens and the times of the journal."
    >
      {({ aheadMilliseconds }, act) => {
        const move = (method: 'POST' | 'DELETE', body?: object) =>
          act('The clock was moved.', (api) => api.send(method, '/clock', body));

        return (
          <>
            <p class="bar">
              <Time ahead={aheadMilliseconds} />
            </p>
            <div class="bar">
              {Object.entries(MOVES).map(([advance, label]) => (
                <Button key={advance} label={label} action={() => move('POST', { advance })} />
              ))}
              <Button
                label={`Back to the time of the ${server.value?.world === undefined ? 'machine' : 'mock'}`}
                action={() => move('DELETE')}
              />
            </div>
            <Form
              label="Day, from its beginning in UTC"
              submit="Set the clock"
              field={{ type: 'date', min: '1970-01-01', max: '9999-12-30' }}
              action={(set) => move('POST', { set })}
            />
          </>
        );
      }}
    </Control>
  );
}

/** Goes on by itself. */
function Time({ ahead }: { readonly ahead: number }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);

    return () => clearInterval(timer);
  }, []);
  const moment = new Date(now + ahead);

  return (
    <>
      <strong>
        {Number.isNaN(moment.getTime()) ? '' : moment.toISOString().replace(/T(.*)\..*/, ' $1 UTC')}
      </strong>
      {Math.abs(ahead) < 1_000 ? (
        <Badge word="observed">the time of the machine</Badge>
      ) : (
        <Badge word="changed">
          {showDuration(Math.abs(ahead))} {ahead > 0 ? 'ahead of' : 'behind'} the machine
        </Badge>
      )}
    </>
  );
}

/** As `GET /_tollgate/merchants` has it. */
interface MerchantsReply {
  readonly tokens: { readonly accepted: 'any' | 'secret' | 'keys'; readonly expected: string };
  readonly merchants: readonly {
    readonly name: string;
    readonly processors: readonly { readonly mid: string; readonly name: string; readonly model: string }[];
  }[];
}

const TOKEN_COMMAND = 'tollgate token --merchant NAME';

/** How to get a token. */
const TOKENS = {
  any: { note: ', and does not verify its signature', command: TOKEN_COMMAND },
  secret: { note: '', command: `${TOKEN_COMMAND} --jwt-secret "$TOLLGATE_JWT_SECRET"` },
  keys: { note: '', command: 'from the issuer of your tokens' },
};

function Merchants() {
  return (
    <Control<MerchantsReply>
      id="merchants"
      about="The token of a request names its merchant; the first is the default."
    >
      {({ tokens: { accepted, expected }, merchants }) => (
        <>
          <Line text={`This mock accepts ${expected}${TOKENS[accepted].note}. Get one:`} />
          <pre class="sunken">{TOKENS[accepted].command}</pre>
          <Table
            caption="Merchants"
            columns={{ merchant: 'Merchant', processors: 'Processors: name (MID), pricing model' }}
            rows={merchants.map(({ name, processors }) => ({
              key: name,
              merchant: <Text text={name} />,
              processors: processors.map((one) => (
                <Line key={one.mid} text={`${one.name} (${one.mid}), ${one.model}`} />
              )),
            }))}
          />
        </>
      )}
    </Control>
  );
}

/** As `GET /_tollgate/worlds` has it. */
interface WorldsReply {
  readonly worlds: readonly {
    readonly name: string;
    readonly lastRequest: string;
    readonly journal: number;
  }[];
}

function Worlds() {
  const { api, server } = useStore();
  const here = server.value?.world;
  const home = here === undefined ? api.base : new URL('../..', api.base);
  const baseOf = (world: string) => new URL(`w/${encodeURIComponent(world)}/`, home);

  return (
    <Control<WorldsReply>
      id="worlds"
      about="A world has its own transactions, journal, clock, faults and choices. Use one for each test to keep tests independent."
    >
      {({ worlds }, act) => {
        const end = async (world: string) => {
          const path = `/worlds/${encodeURIComponent(world)}`;
          const isDone = await act(`The world ${world} was ended.`, () => api.send('DELETE', path));
          // The page shows earlier data of its own world.
          if (isDone && world === here) location.reload();
        };

        return (
          <>
            <Form
              label="Name of a world, new or there already"
              submit="Open its console"
              field={{
                ...{ maxLength: 64, pattern: '[A-Za-z0-9._\\-]+', placeholder: 'cart-7' },
                title: '1 to 64 letters, digits, dots, hyphens and underscores',
              }}
              action={(world) => location.assign(baseOf(world))}
            />
            {here !== undefined && <a href={home.href}>Console of the mock itself</a>}
            {worlds.length === 0 ? (
              <p class="muted">
                There is none. A world starts with the first request below <code>{`${home.href}w/NAME`}</code>
                , and ends 30 minutes after its last one.
              </p>
            ) : (
              <Table
                caption="Worlds"
                columns={{
                  ...{ world: 'World', number: 'Exchanges' },
                  ...{ 'wide-only': 'Last request', actions: 'Actions' },
                }}
                rows={worlds.toReversed().map(({ name, journal, lastRequest }) => ({
                  key: name,
                  world: (
                    <>
                      <a href={baseOf(name).href}>{name}</a>{' '}
                      {name === here && <Badge word="observed">this one</Badge>}
                    </>
                  ),
                  number: journal,
                  'wide-only': `${lastRequest.slice(11, 19)} UTC`,
                  actions: (
                    <Button
                      {...{ label: 'End', of: name, action: () => end(name) }}
                      question={`End the world ${name}? Its transactions and its journal of ${count(journal, 'exchange')} are deleted.`}
                    />
                  ),
                }))}
              />
            )}
          </>
        );
      }}
    </Control>
  );
}
