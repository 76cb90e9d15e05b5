/** The clock: shift it, set it to a date, return to the time of the machine. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { useStore } from '../store.ts';
import { bound } from '../ui/bound.ts';
import { Problem } from '../ui/problem.tsx';
import { useAction } from '../ui/use-action.ts';
import { useLive } from '../ui/use-live.ts';
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
