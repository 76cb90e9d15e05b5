/** Fills the templates of init: workflows for each CI system and each way to get tollgate. */
import { readPackageFile } from '../../src/contract/package-files.ts';

export type Way = 'npm' | 'image' | 'executable';

export const GITLAB_JOB = '.gitlab/tollgate.yml';

interface WayToRun {
  /** What the job needs, as the comment at the top of its file says it. */
  readonly needs: string;
  /** What the user has to provide, as the summary of init says it. */
  readonly todo: string;
  /** The CI variables to set. */
  readonly variables: readonly string[];
  /** How a job gets tollgate and calls it, as lines of shell, to which the subcommand is added. */
  readonly github: {
    readonly setup: string;
    readonly tollgate: string;
    readonly demands?: readonly string[];
  };
  /** One with an image runs inside it and needs no container engine. */
  readonly gitlab: { readonly image: string; readonly script: readonly string[]; readonly tollgate: string };
}

/** A line of shell that ends the job with an error message if the variable is not set. */
function demand(variable: string, meaning: string, todo = 'see the top of this file'): string {
  return `: "\${${variable}:?expected ${meaning}, got nothing: ${todo}}"`;
}

/** Downloads the executable, and verifies its SHA-256. */
function fetchExecutable(to: string): readonly string[] {
  return [
    demand('TOLLGATE_EXECUTABLE', 'the address of the executable'),
    demand('TOLLGATE_SHA256', 'the SHA-256 of the executable'),
    `curl -fsSL --retry 3 --max-time 300 --output "${to}" "$TOLLGATE_EXECUTABLE"`,
    `echo "$TOLLGATE_SHA256  ${to}" | sha256sum --check`,
    `chmod +x "${to}"`,
  ];
}

export const WAYS: Readonly<Record<Way, WayToRun>> = {
  npm: {
    needs: '# It needs tollgate among the devDependencies of package.json.',
    todo: 'Add tollgate to the devDependencies of package.json (npm install --save-dev ./tollgate-VERSION.tgz): the workflows run it from there. Commit its tarball too.',
    variables: [],
    github: {
      setup: `- uses: actions/setup-node@a0853c24544627f65ddf259abe73b1d18a591444 # v5.0.0
  with:
    node-version: 24
- run: npm ci`,
      tollgate: 'node_modules/.bin/tollgate',
    },
    gitlab: { image: 'node:24', script: ['npm ci'], tollgate: 'node_modules/.bin/tollgate' },
  },
  image: {
    needs: `# It needs an image of tollgate in a registry that the job can pull from (docker build in a clone of tollgate makes one).
# No public registry has one: put its name into the CI variable TOLLGATE_IMAGE.`,
    todo: 'Push an image of tollgate to a registry that your CI pulls from, and set the CI variable TOLLGATE_IMAGE to its name.',
    variables: ['TOLLGATE_IMAGE'],
    github: {
      setup: '',
      // As the user of the runner, on its network, with access to the summary of the job.
      tollgate: `docker run --rm --network host --user "$(id -u):$(id -g)" --volume "$PWD:/work" --env TOLLGATE_TOKEN \\
  --env GITHUB_STEP_SUMMARY --volume "$GITHUB_STEP_SUMMARY:$GITHUB_STEP_SUMMARY" \\
  "$TOLLGATE_IMAGE"`,
      demands: [demand('TOLLGATE_IMAGE', 'the name of the image')],
    },
    gitlab: { image: '{ name: "$TOLLGATE_IMAGE", entrypoint: [""] }', script: [], tollgate: 'tollgate' },
  },
  executable: {
    needs: `# It needs the executable of tollgate at an address that the job can reach (npm run build:executable in a clone makes it).
# No public address has one: put yours into the CI variable TOLLGATE_EXECUTABLE, and its SHA-256 into TOLLGATE_SHA256.`,
    todo: 'Put the executable where your CI reaches it, and set the CI variables TOLLGATE_EXECUTABLE (its address) and TOLLGATE_SHA256.',
    variables: ['TOLLGATE_EXECUTABLE', 'TOLLGATE_SHA256'],
    github: {
      setup: `- name: Fetch tollgate
  run: |
    ${fetchExecutable('$RUNNER_TEMP/tollgate').join('\n    ')}`,
      tollgate: '"$RUNNER_TEMP/tollgate"',
    },
    gitlab: {
      image: 'buildpack-deps:bookworm',
      script: fetchExecutable('$CI_BUILDS_DIR/tollgate'),
      tollgate: '"$CI_BUILDS_DIR/tollgate"',
    },
  },
};

/**
 * A workflow of `templates` that judges a deployment, or the client that the tests of the project run.
 *
 * @param tests the command that runs the tests; to be filled in where it is unknown
 */
export function workflow(
  ci: 'github' | 'gitlab',
  judged: 'service' | 'client',
  way: Way,
  tests = way === 'npm' ? 'npm test' : '',
): string {
  const { needs, variables, github, gitlab } = WAYS[way];
  const isOwn = judged === 'client' && way !== 'npm';
  const demands =
    isOwn && tests === ''
      ? [demand('TESTS', 'the command that runs your tests', 'write it into this file')]
      : [];
  const shared = { needs, command: isOwn ? 'sh -c "$TESTS"' : tests };
  if (ci === 'gitlab')
    return fillTemplate(`gitlab-${judged}.yml`, {
      ...{ ...shared, image: gitlab.image, tollgate: gitlab.tollgate },
      script: [...gitlab.script, ...demands].map((line) => `- ${quoted(line)}`),
      tests: isOwn
        ? `# The command that runs your tests, such as: make test. What they need is in the image of this job.
variables:
  TESTS: '${tests}'`
        : '',
    });
  const hint =
    way === 'image'
      ? 'such as: npm test. It runs in the image, which needs what your tests need.'
      : 'such as: mvn --batch-mode test. Add steps that set up what they need.';

  return fillTemplate(`github-${judged}.yml`, {
    ...{ ...shared, setup: github.setup, tollgate: github.tollgate, env: isOwn ? 'env:' : '' },
    variables: variables.map((name) => `${name}: \${{ vars.${name} }}`),
    tests: isOwn ? `# The command that runs your tests, ${hint}\nTESTS: '${tests}'` : '',
    demands: [...(github.demands ?? []), ...demands],
  });
}

function quoted(line: string): string {
  return /^[\w./ -]+$/.test(line) ? line : `'${line.replaceAll("'", "''")}'`;
}

/**
 * Replaces each `#{name}`. A value of several lines, as a text or a list, has the indentation of its place; a line is left out where its only
 * value is empty.
 */
export function fillTemplate(
  name: string,
  values: Readonly<Record<string, string | readonly string[]>>,
): string {
  const template = readPackageFile(`cli/init/templates/${name}`);
  if (template === undefined) throw new Error(`the template ${name} is missing in this package`);
  const lines = template.split('\n').flatMap((line) => {
    const filled = line.replace(/#\{(\w+)\}/g, (_, value: string) => [values[value] ?? []].flat().join('\n'));
    const [indent] = /^ */.exec(line) ?? [''];

    return filled.trim() === '' && line !== '' ? [] : [filled.replaceAll('\n', `\n${indent}`)];
  });

  return lines.join('\n');
}
