/** The clock: shift it, set it to a date, return to the time of the machine. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { useStore } from '../store.ts';
import { Problem } from '../ui/problem.tsx';
import { useAction } from '../ui/use-action.ts';
import { reasonOf } from '../ui/use-loaded.ts';
import { Section } from './section.tsx';

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

export function Clock() {
  const { api, server } = useStore();
  const action = useAction();
  const time = useSignal<Time | undefined>(undefined);
  const tick = useSignal(Date.now());
  const failure = useSignal<string | undefined>(undefined);
  const day = useSignal('');
  useEffect(() => {
    api.get<Time>('/clock').then(
      (got) => {
        time.value = got;
      },
      (problem: unknown) => {
        failure.value = reasonOf(problem);
      },
    );
    const timer = setInterval(() => {
      tick.value = Date.now();
    }, 1_000);

    return () => clearInterval(timer);
  }, [api]);

  const change = (method: 'POST' | 'DELETE', body?: unknown) => {
    const send = async () => {
      time.value = await api.send<Time>(method, '/clock', body);
      tick.value = Date.now();
    };

    return action.run(send, 'The clock was moved.');
  };
  const ahead = time.value?.aheadMilliseconds ?? 0;

  return (
    <Section
      id="clock"
      title="Clock"
      about="It decides the day of fees, the expiry of tokens and the times of the journal."
    >
      {time.value !== undefined && (
        <p class="bar">
          <strong class="time">{shown(tick.value + ahead)}</strong>
          <span class={Math.abs(ahead) < 1_000 ? 'badge' : 'badge warn'}>{describe(ahead)}</span>
        </p>
      )}
      <Problem text={action.error.value ?? failure.value} />
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
          <input
            class="field"
            type="date"
            required
            min="1970-01-01"
            max="9999-12-30"
            value={day.value}
            onInput={({ currentTarget }) => {
              day.value = currentTarget.value;
            }}
          />
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
