/** Fills the templates of init: workflows for each CI system and each way to get tollgate. */
import { readPackageFile } from '../../src/contract/package-files.ts';

export type Way = 'npm' | 'image' | 'executable';

export const GITLAB_JOB = '.gitlab/tollgate.yml';

/** For a project without a pipeline of its own. */
export const GITLAB_INCLUDE = `include:\n  - local: ${GITLAB_JOB}\n`;

/** A workflow of `templates` that judges a deployment, or the client that the tests of the project run. */
export function workflow(ci: 'github' | 'gitlab', judged: 'service' | 'client', way: Way): string {
  const ownTests = judged === 'client' && way !== 'npm';
  const values = { needs: NEEDS[way], command: way === 'npm' ? 'npm test' : 'sh -c "$TESTS"' };
  const demands = ownTests
    ? [demand('TESTS', 'the command that runs your tests', 'write it into this file')]
    : [];

  return fill(`${ci}-${judged}.yml`, {
    ...values,
    ...(ci === 'github' ? githubValues(way, demands, ownTests) : gitlabValues(way, demands, ownTests)),
  });
}

type Texts = Readonly<Record<string, string>>;

/**
 * Replaces each `#{name}`. A value of several lines has the indentation of its place; a line is left out where its only
 * value is empty.
 */
export function fill(name: string, values: Texts): string {
  const template = readPackageFile(`cli/init/templates/${name}`);
  if (template === undefined) throw new Error(`the template ${name} is missing in this package`);
  const lines = template.split('\n').flatMap((line) => {
    const filled = line.replace(/#\{(\w+)\}/g, (_, value: string) => values[value] ?? '');
    const [indent] = /^ */.exec(line) ?? [''];

    return filled.trim() === '' && line !== '' ? [] : [filled.replaceAll('\n', `\n${indent}`)];
  });

  return lines.join('\n');
}

/** What the job needs, as the comment at the top of its file says it. */
const NEEDS: Readonly<Record<Way, string>> = {
  npm: '# It needs tollgate among the devDependencies of package.json.',
  image: `# It needs an image of tollgate in a registry that the job can pull from (docker build in a clone of tollgate makes one).
# No public registry has one: put its name into the CI variable TOLLGATE_IMAGE.`,
  executable: `# It needs the executable of tollgate at an address that the job can reach (npm run build:executable in a clone makes it).
# No public address has one: put yours into the CI variable TOLLGATE_EXECUTABLE, and its SHA-256 into TOLLGATE_SHA256.`,
};

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

/** How a job of GitHub Actions gets tollgate, and calls it: as lines of shell, to which the subcommand is added. */
const GITHUB: Readonly<
  Record<Way, { readonly needs: readonly string[]; readonly setup: string; readonly tollgate: string }>
> = {
  npm: {
    needs: [],
    setup: `- uses: actions/setup-node@a0853c24544627f65ddf259abe73b1d18a591444 # v5.0.0
  with:
    node-version: 24
- run: npm ci`,
    tollgate: 'node_modules/.bin/tollgate',
  },
  image: {
    needs: ['TOLLGATE_IMAGE'],
    setup: '',
    // As the user of the runner, on its network, with access to the summary of the job.
    tollgate: `docker run --rm --network host --user "$(id -u):$(id -g)" --volume "$PWD:/work" --env TOLLGATE_TOKEN \\
  --env GITHUB_STEP_SUMMARY --volume "$GITHUB_STEP_SUMMARY:$GITHUB_STEP_SUMMARY" \\
  "$TOLLGATE_IMAGE"`,
  },
  executable: {
    needs: ['TOLLGATE_EXECUTABLE', 'TOLLGATE_SHA256'],
    setup: `- name: Fetch tollgate
  run: |
    ${fetchExecutable('$RUNNER_TEMP/tollgate').join('\n    ')}`,
    tollgate: '"$RUNNER_TEMP/tollgate"',
  },
};

function githubValues(way: Way, demands: readonly string[], ownTests: boolean): Texts {
  const { needs, setup, tollgate } = GITHUB[way];
  const image = way === 'image' ? [demand('TOLLGATE_IMAGE', 'the name of the image')] : [];
  const hint =
    way === 'image'
      ? 'such as: npm test. It runs in the image, which needs what your tests need.'
      : 'such as: mvn --batch-mode test. Add steps that set up what they need.';

  return {
    ...{ setup, tollgate },
    env: ownTests ? 'env:' : '',
    variables: needs.map((name) => `${name}: \${{ vars.${name} }}`).join('\n'),
    tests: ownTests ? `# The command that runs your tests, ${hint}\nTESTS: ''` : '',
    demands: [...image, ...demands].join('\n'),
  };
}

/** The same for a job of GitLab CI; one with an image runs inside it and needs no container engine. */
const GITLAB: Readonly<
  Record<Way, { readonly image: string; readonly script: readonly string[]; readonly tollgate: string }>
> = {
  npm: { image: 'node:24', script: ['npm ci'], tollgate: 'node_modules/.bin/tollgate' },
  image: { image: '{ name: "$TOLLGATE_IMAGE", entrypoint: [""] }', script: [], tollgate: 'tollgate' },
  executable: {
    image: 'buildpack-deps:bookworm',
    script: fetchExecutable('$CI_BUILDS_DIR/tollgate'),
    tollgate: '"$CI_BUILDS_DIR/tollgate"',
  },
};

function gitlabValues(way: Way, demands: readonly string[], ownTests: boolean): Texts {
  const { image, script, tollgate } = GITLAB[way];
  const quoted = (line: string) => (/^[\w./ -]+$/.test(line) ? line : `'${line.replaceAll("'", "''")}'`);

  return {
    ...{ image, tollgate },
    script: [...script, ...demands].map((line) => `- ${quoted(line)}`).join('\n'),
    tests: ownTests
      ? `# The command that runs your tests, such as: make test. What they need is in the image of this job.
variables:
  TESTS: ''`
      : '',
  };
}
