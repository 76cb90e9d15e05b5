/** Worlds: list, open, reset, end. A world has its own transactions, journal, clock, faults and choices. */
import { useSignal } from '@preact/signals';
import { count } from '../../text/words.ts';
import { createApi } from './api.ts';
import { useLive } from './data.ts';
import { Badge, bound, ConfirmButton, Section, Table } from './elements.tsx';
import { hrefOf, useStore } from './store.ts';

/** As `GET /_tollgate/worlds` has it. */
interface WorldsReply {
  readonly worlds: readonly {
    readonly name: string;
    readonly lastRequest: string;
    readonly journal: number;
  }[];
}

export function Worlds() {
  const { api, server } = useStore();
  const { data, problem, act } = useLive<WorldsReply>('/worlds');
  const name = useSignal('');
  const here = server.value?.world;
  const home = here === undefined ? api.base : new URL('../..', api.base);
  const baseOf = (world: string) => new URL(`w/${encodeURIComponent(world)}/`, home);
  const worlds = (data.value?.worlds ?? []).toReversed();
  const run = async (world: string, action: () => Promise<unknown>, done: string) => {
    const isDone = await act(action, done);
    // The page shows earlier data of its own world.
    if (isDone && world === here) location.reload();
    else document.getElementById('worlds')?.focus();
  };
  const reset = (world: string) =>
    run(world, () => createApi(baseOf(world)).send('POST', '/reset'), `The world ${world} was reset.`);
  const end = (world: string) => {
    const path = `/worlds/${encodeURIComponent(world)}`;

    return run(world, () => api.send('DELETE', path), `The world ${world} was ended.`);
  };

  return (
    <Section
      id="worlds"
      title="Worlds"
      about="A world has its own transactions, journal, clock, faults and choices. Use one for each test to keep tests independent."
      problem={problem}
    >
      <form
        class="bar"
        onSubmit={(event) => {
          event.preventDefault();
          location.assign(baseOf(name.value));
        }}
      >
        <label class="grow">
          <span class="label">Name of a world, new or there already</span>
          <input
            class="field full"
            required
            maxLength={64}
            pattern="[A-Za-z0-9._\-]+"
            title="1 to 64 letters, digits, dots, hyphens and underscores"
            placeholder="cart-7"
            spellcheck={false}
            {...bound(name)}
          />
        </label>
        <button class="button" type="submit">
          Open its console
        </button>
        {here !== undefined && (
          <a class="button" href={home.href}>
            Console of the mock itself
          </a>
        )}
      </form>
      {worlds.length === 0 ? (
        <p class="muted">
          There is none. A world starts with the first request below <code>{`${home.href}w/NAME`}</code>, and
          ends 30 minutes after its last one.
        </p>
      ) : (
        <Table
          caption="Worlds"
          columns={['World', ['Exchanges', 'number'], ['Last request', 'wide-only'], ['Actions', 'hidden']]}
        >
          {worlds.map(({ name: world, journal, lastRequest }) => (
            <tr key={world}>
              <td>
                <a href={baseOf(world).href}>{world}</a>{' '}
                {world === here && <Badge word="observed">this one</Badge>}
              </td>
              <td class="number">{journal}</td>
              <td class="wide-only">{lastRequest.slice(11, 19)} UTC</td>
              <td>
                <div class="bar end">
                  <ConfirmButton
                    {...{ label: 'Reset', of: world }}
                    question={`Reset the world ${world}? Its transactions, its journal of ${count(journal, 'exchange')}, its faults and choices are deleted.`}
                    action={() => reset(world)}
                  />
                  <ConfirmButton
                    {...{ label: 'End', of: world }}
                    question={`End the world ${world}? Its transactions and its journal of ${count(journal, 'exchange')} are deleted.`}
                    action={() => end(world)}
                  />
                </div>
              </td>
            </tr>
          ))}
        </Table>
      )}
    </Section>
  );
}

/** Leads from a mock without exchanges to its worlds. */
export function OtherWorlds() {
  const { server } = useStore();
  const hasWorlds = server.value?.has('/worlds') === true && server.value.world === undefined;

  return hasWorlds ? (
    <p>
      Each world has a console of its own: <a href={hrefOf('controls', 'worlds')}>list of worlds</a>
    </p>
  ) : null;
}
