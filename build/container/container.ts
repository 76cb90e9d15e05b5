/** Runs commands of an image as `docker run --read-only --volume FOLDER:/work` does, without an engine. */
import { readFileSync } from 'node:fs';
import { type Running, run, serve } from '../package/processes.ts';

/** How an image is run. */
export interface ImageConfig {
  readonly User: string;
  readonly WorkingDir: string;
  readonly Env: readonly string[];
  readonly Entrypoint: readonly string[];
  readonly Cmd: readonly string[];
  readonly Healthcheck: { readonly Test: readonly string[] };
}

export interface Containers {
  /** Runs a command to its end. @returns what it printed @throws where it ends with another code */
  readonly run: (command: readonly string[], code?: number) => Promise<string>;
  /** Starts a command. `end` sends it SIGTERM, as `docker stop` does. */
  readonly serve: (command: readonly string[]) => Running;
}

const MOUNTED = `mount --bind "$1" "$1" && mount -o remount,bind,ro "$1" && mount --bind "$2" "$1/work" &&
mount --rbind /dev "$1/dev" && mount -t proc proc "$1/proc" && root=$1 user=$3 folder=$4 && shift 4 &&
exec chroot --userspec="$user" "$root" env -i -C "$folder" HOME=/home/node "$@"`;

/** @param root where the image is mounted @param volume the folder that it can write to */
export function containersOf(root: string, config: ImageConfig, volume: string): Containers {
  const place = { folder: '/', env: process.env };
  const { User, WorkingDir, Env } = config;
  const inside = (command: readonly string[]) => [
    ...['unshare', '--mount', '--pid', '--fork', '--kill-child', 'sh', '-c', MOUNTED, 'sh'],
    ...[root, volume, User, WorkingDir, ...Env, ...command],
  ];

  return {
    run: (command, code) => run(place, inside(command), code),
    serve(command) {
      const started = serve(place, inside(command));

      return {
        ...started,
        // unshare itself forwards no signal.
        end: () =>
          started.end(Number(readFileSync(`/proc/${started.pid}/task/${started.pid}/children`, 'utf8'))),
      };
    },
  };
}
