/** Bundles the compiled command and each of its worker threads into one CommonJS file each. */
import { rolldown } from 'rolldown';
import manifest from '../../package.json' with { type: 'json' };

interface Bundle {
  readonly code: string;
  /** Absolute paths of the files that it is made of. */
  readonly files: readonly string[];
}

/** The command, and its worker threads by their path below `dist`, such as `cli/selftest/worker.js`. */
export async function bundleCommand(): Promise<{
  readonly main: Bundle;
  readonly workers: Readonly<Record<string, Bundle>>;
}> {
  const main = await bundle('dist/cli/main.js');
  const paths = [...main.code.matchAll(/\bstartWorker\(["'`]([^"'`]+)\.ts["'`]/g)].map(
    ([, path]) => `${path}.js`,
  );
  const workers = await Promise.all(paths.map(async (path) => [path, await bundle(`dist/${path}`)] as const));

  return { main, workers: Object.fromEntries(workers) };
}

async function bundle(input: string): Promise<Bundle> {
  // The external packages are used only in a clone.
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

/** Replaces `createRequire`, which rolldown does not bundle, so that no package is looked up beside the executable. */
function bundleLoaded(code: string): string {
  return code.replaceAll(/createRequire\(import\.meta\.url\)(?=\('[^']+'\))/g, 'require');
}
