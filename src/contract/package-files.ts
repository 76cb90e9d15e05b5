/** Finds the files of this package: in a clone, in the published package, and inside the executable. */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire, getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { getAsset, isSea } from 'node:sea';
import { compileFunction } from 'node:vm';
import { Worker } from 'node:worker_threads';

/** A clone runs its TypeScript; the published package has compiled code, and what the build adds to it, in `dist`. */
const IS_COMPILED = !import.meta.url.endsWith('.ts');
const FOLDERS = IS_COMPILED ? ['../../', '../../../'] : ['../../'];

/**
 * Reads a file of the package.
 *
 * @param path from the root of a clone, such as `openapi.yaml`; a file in `dist` takes precedence
 * @returns undefined where there is none
 */
export function readPackageFile(path: string): string | undefined {
  return readPackageBytes(path)?.toString();
}

/** The same, as bytes. */
export function readPackageBytes(path: string): Buffer | undefined {
  if (isSea()) return readAsset(path);
  const found = FOLDERS.map((folder) => new URL(folder + path, import.meta.url)).find((url) =>
    existsSync(url),
  );

  return found && readFileSync(found);
}

/**
 * Loads a large module. The executable has it in a file of its own: in the command it would cost each start 90 ms.
 *
 * @param path of its TypeScript file from the root of a clone, such as `src/mock/sampling/prism.ts`
 * @throws Error where it is missing, which is a fault of the build
 */
export async function loadModule<Module>(path: string): Promise<Module> {
  const file = fileOf(path);
  if (!isSea()) return import(new URL(`../../${file}`, import.meta.url).href);
  const scope = {
    ...{ exports: {}, require: createRequire(process.execPath) },
    ...{ __filename: process.execPath, __dirname: dirname(process.execPath) },
  };
  compileFunction(codeOf(file), Object.keys(scope))(...Object.values(scope));

  return scope.exports as Module;
}

/** Runs a module in a thread of its own. @param path as for `loadModule` @param workerData what the thread gets */
export function startThread(path: string, workerData: unknown): Worker {
  const file = fileOf(path);
  // A thread has no part in the compile cache of its process: without one it takes twice as long to start.
  const cache = getCompileCacheDir();
  const env = { ...process.env, ...(cache && { NODE_COMPILE_CACHE: dirname(cache) }) };
  if (!isSea()) return new Worker(new URL(`../../${file}`, import.meta.url), { workerData, env });

  return new Worker(codeOf(file), { workerData, eval: true });
}

function fileOf(path: string): string {
  return IS_COMPILED ? path.replace(/\.ts$/, '.js') : path;
}

/** @throws Error where the executable lacks it */
function codeOf(file: string): string {
  const code = readAsset(file);
  if (code === undefined) throw new Error(`${file} is missing in this executable`);

  return code.toString();
}

function readAsset(path: string): Buffer | undefined {
  try {
    return Buffer.from(getAsset(path));
  } catch {
    return undefined;
  }
}
