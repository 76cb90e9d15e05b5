/** The GitHub Actions workflows that init writes: one that judges a deployment, one that judges a client. */
import { demand, fetchExecutable, MUST, NEEDS, testsOf, type Way } from './ways.ts';

const WHEN = `name: tollgate
on:
  push:
    branches: [main, master]
  pull_request:
  workflow_dispatch:
permissions:
  contents: read
`;

const KEEP = `      - name: Keep the reports
        if: \${{ !cancelled() }}
        uses: actions/upload-artifact@330a01c490aca151604b8cf639adc76d48f6c5d4 # v5.0.0
        with:
          name: tollgate-reports
          path: tollgate-reports
          if-no-files-found: ignore
      # Code scanning is free for public repositories; take this step out where it is not switched on.
      - name: Show failures under code scanning
        if: \${{ !cancelled() && hashFiles('tollgate-reports/report.sarif') != '' }}
        continue-on-error: true
        uses: github/codeql-action/upload-sarif@v4
        with:
          sarif_file: tollgate-reports/report.sarif
`;

const REPORTS = [
  '--report text --report github',
  '--report json=tollgate-reports/report.json --report junit=tollgate-reports/junit.xml',
  '--report sarif=tollgate-reports/report.sarif --report html=tollgate-reports/report.html',
];

const CHECKOUT = `    steps:
      - uses: actions/checkout@fbc6f3992d24b796d5a048ff273f7fcc4a7b6c09 # v5.1.0
`;

/** How the job gets tollgate, and how it then calls it. */
interface Setup {
  readonly variables: readonly string[];
  readonly steps: string;
  readonly demands: readonly string[];
  /** Lines of shell; the subcommand follows on the last one. */
  readonly command: readonly string[];
}

/** Runs the image as the user of the runner, on its network, with access to the summary of the job. */
const IN_IMAGE = [
  'docker run --rm --network host --user "$(id -u):$(id -g)" --volume "$PWD:/work" --env TOLLGATE_TOKEN',
  '--env GITHUB_STEP_SUMMARY --volume "$GITHUB_STEP_SUMMARY:$GITHUB_STEP_SUMMARY"',
  '"$TOLLGATE_IMAGE"',
];

const SETUPS: Readonly<Record<Way, Setup>> = {
  npm: {
    variables: [],
    steps: `      - uses: actions/setup-node@a0853c24544627f65ddf259abe73b1d18a591444 # v5.0.0
        with:
          node-version: 24
      - run: npm ci
`,
    demands: [],
    command: ['node_modules/.bin/tollgate'],
  },
  image: {
    variables: ['TOLLGATE_IMAGE'],
    steps: '',
    demands: [demand('TOLLGATE_IMAGE', 'the name of the image')],
    command: IN_IMAGE,
  },
  executable: {
    variables: ['TOLLGATE_EXECUTABLE', 'TOLLGATE_SHA256'],
    steps: `      - name: Fetch tollgate
        run: |
${indent(fetchExecutable('$RUNNER_TEMP/tollgate'))}
`,
    demands: [],
    command: ['"$RUNNER_TEMP/tollgate"'],
  },
};

/** Judges the deployment of tollgate.yaml. */
export function githubGate(way: Way): string {
  const { variables, steps, demands, command } = SETUPS[way];
  const judge = call(command, 'conform --deployment tollgate.yaml', ...REPORTS);

  return `# Judges the deployment of tollgate.yaml against the document, and is red where it breaks a must rule.
# It needs the access token as the secret TOLLGATE_TOKEN.
${NEEDS[way]}
${WHEN}  security-events: write
# One run at a time asks the deployment; of those that wait GitHub keeps the newest alone.
concurrency:
  group: tollgate
jobs:
  conform:
    # A fork is given no secrets.
    if: \${{ !github.event.pull_request.head.repo.fork }}
    runs-on: ubuntu-latest
    timeout-minutes: 20
    env:
      TOLLGATE_TOKEN: \${{ secrets.TOLLGATE_TOKEN }}
${variables.map(fromRepository).join('')}${CHECKOUT}${steps}      - name: Judge the deployment
        run: |
${indent([...demands, 'mkdir -p tollgate-reports', judge])}
${KEEP}`;
}

/** Judges the client that the tests of the project run. */
export function githubClient(way: Way): string {
  const { variables, steps, demands, command } = SETUPS[way];
  const tests = testsOf(way);
  const judge = call(command, 'check-client', MUST, ...REPORTS, `-- ${tests.command}`);
  const env = [
    ...variables.map(fromRepository),
    ...(tests.demand.length === 0 ? [] : [`      # ${TESTS_COMMENT[way]}\n      TESTS: ''\n`]),
  ].join('');

  return `# Judges how this project calls the Transaction Fee and Sale API: it runs its tests against mocks of the API, and is red
# where the client breaks a must rule, or one on orders and sales. Tests find the mock in TOLLGATE_URL and TOLLGATE_TOKEN; --env sets other names.
${NEEDS[way]}
${WHEN}  security-events: write
jobs:
  check-client:
    runs-on: ubuntu-latest
    timeout-minutes: 30
${env === '' ? '' : `    env:\n${env}`}${CHECKOUT}${steps}      - name: Judge the client
        run: |
${indent([...demands, ...tests.demand, 'mkdir -p tollgate-reports', judge])}
${KEEP}`;
}

/** The comment on the variable TESTS. */
const TESTS_COMMENT: Readonly<Record<Way, string>> = {
  npm: '',
  image:
    'The command that runs your tests, such as: npm test. It runs in the image, which needs what your tests need.',
  executable:
    'The command that runs your tests, such as: mvn --batch-mode test. Add steps that set up what they need.',
};

/** A command over several lines of shell. */
function call(command: readonly string[], subcommand: string, ...others: readonly string[]): string {
  const last = `${command.at(-1)} ${subcommand}`;

  return [...command.slice(0, -1), last, ...others].join(' \\\n  ');
}

function fromRepository(variable: string): string {
  return `      ${variable}: \${{ vars.${variable} }}\n`;
}

/** Indents the script of a step. */
function indent(lines: readonly string[]): string {
  return lines
    .flatMap((line) => line.split('\n'))
    .map((line) => `          ${line}`)
    .join('\n');
}
