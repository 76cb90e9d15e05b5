/** Links to the consoles of worlds, shown where the mock itself has nothing to show. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { useStore } from '../store.ts';
import { Text } from './text.tsx';

interface World {
  readonly name: string;
}

/** In milliseconds. */
const PAUSE = 2_000;
const MOST_LINKED = 8;

export function OtherWorlds() {
  const { api, server } = useStore();
  const worlds = useSignal<readonly World[]>([]);
  const isHome = server.value?.has('/worlds') === true && server.value.world === undefined;
  useEffect(() => {
    if (!isHome) return;
    const load = async () => {
      if (!document.hidden) worlds.value = (await api.get<{ readonly worlds: World[] }>('/worlds')).worlds;
    };
    const tryToLoad = () => void load().catch(() => {});
    tryToLoad();
    const timer = setInterval(tryToLoad, PAUSE);

    return () => clearInterval(timer);
  }, [api, isHome]);
  if (worlds.value.length === 0) return null;

  return (
    <p>
      Worlds are shown apart:{' '}
      {worlds.value.slice(-MOST_LINKED).map(({ name }) => (
        <span key={name}>
          <a href={new URL(`w/${name}/`, api.base).href}>
            <Text text={name} />
          </a>{' '}
        </span>
      ))}
      {worlds.value.length > MOST_LINKED && <a href="#/controls">and others</a>}
    </p>
  );
}
