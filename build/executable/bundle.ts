/** Bundles the compiled code, and each of its worker threads, into one file of CommonJS each. */
import { rolldown } from 'rolldown';
import manifest from '../../package.json' with { type: 'json' };

interface Bundle {
  readonly code: string;
  /** Absolute paths of the files that it is made of. */
  readonly files: readonly string[];
}

/** The command, and its worker threads by their path below `dist`, such as `src/cli/selftest/worker.js`. */
export async function bundleCommand(): Promise<{
  readonly main: Bundle;
  readonly workers: Readonly<Record<string, Bundle>>;
}> {
  const main = await bundle('dist/src/cli/main.js');
  const paths = [...main.code.matchAll(/\bstartWorker\(["'`]([^"'`]+)\.ts["'`]/g)].map(
    ([, path]) => `${path}.js`,
  );
  const workers = await Promise.all(paths.map(async (path) => [path, await bundle(`dist/${path}`)] as const));

  return { main, workers: Object.fromEntries(workers) };
}

async function bundle(input: string): Promise<Bundle> {
  // A clone alone uses those.
  await using built = await rolldown({
    input,
    platform: 'node',
    external: Object.keys(manifest.devDependencies),
    plugins: [
      { name: 'packages that are loaded when first needed', transform: (code) => bundleLoaded(code) },
    ],
  });
  const { output } = await built.generate({
    format: 'cjs',
    codeSplitting: false,
    // Prism compares the names of its error classes, so names are not minified.
    minify: { mangle: false, compress: false, codegen: { removeWhitespace: true } },
  });

  return { code: output[0].code, files: output[0].moduleIds };
}

/** A `require` of its own is left as it is by rolldown, and would look for the package beside the executable. */
function bundleLoaded(code: string): string {
  return code.replaceAll(/createRequire\(import\.meta\.url\)(?=\('[^']+'\))/g, 'require');
}
