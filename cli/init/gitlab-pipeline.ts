/** The GitLab CI jobs that init writes, each a file to include. */
import { fetchExecutable, MUST, NEEDS, testsOf, type Way } from './ways.ts';

export const GITLAB_JOB = '.gitlab/tollgate.yml';

const INCLUDED = `# .gitlab-ci.yml includes it: include: [{ local: ${GITLAB_JOB} }]`;

const REPORTS = [
  '--report json=tollgate-reports/report.json --report junit=tollgate-reports/junit.xml',
  '--report html=tollgate-reports/report.html',
];

const KEEP = `  artifacts:
    when: always
    paths: [tollgate-reports]
    reports:
      junit: tollgate-reports/junit.xml
`;

/** How the job gets tollgate, and how it then calls it. */
interface Setup {
  readonly image: string;
  readonly script: readonly string[];
  readonly command: string;
}

const SETUPS: Readonly<Record<Way, Setup>> = {
  npm: { image: 'node:24', script: ['npm ci'], command: 'node_modules/.bin/tollgate' },
  image: {
    // The job runs inside the image and needs no container engine.
    image: '{ name: "$TOLLGATE_IMAGE", entrypoint: [""] }',
    script: [],
    command: 'tollgate',
  },
  executable: {
    image: 'buildpack-deps:bookworm',
    script: fetchExecutable('$CI_BUILDS_DIR/tollgate'),
    command: '"$CI_BUILDS_DIR/tollgate"',
  },
};

/** Judges the deployment of tollgate.yaml. */
export function gitlabGate(way: Way): string {
  const { image, script, command } = SETUPS[way];
  const judge = [`${command} conform --deployment tollgate.yaml --report text`, ...REPORTS];

  return `# Judges the deployment of tollgate.yaml against the document, and is red where it breaks a must rule.
# It needs the access token as the masked CI/CD variable TOLLGATE_TOKEN.
${NEEDS[way]}
${INCLUDED}
tollgate:
  image: ${image}
  timeout: 20 minutes
  # One pipeline at a time asks the deployment.
  resource_group: tollgate
  script:
${steps([...script, 'mkdir -p tollgate-reports'], judge)}
${KEEP}`;
}

/** Judges the client that the tests of the project run. */
export function gitlabClient(way: Way): string {
  const { image, script, command } = SETUPS[way];
  const tests = testsOf(way);
  const judge = [`${command} check-client ${MUST} --report text`, ...REPORTS, `-- ${tests.command}`];
  const variables =
    tests.demand.length === 0
      ? ''
      : `  # The command that runs your tests, such as: make test. What they need is in the image of this job.
  variables:
    TESTS: ''
`;

  return `# Judges how this project calls the Transaction Fee and Sale API: it runs its tests against mocks of the API, and is red
# where the client breaks a must rule, or one on orders and sales. Tests find the mock in TOLLGATE_URL and TOLLGATE_TOKEN; --env sets other names.
${NEEDS[way]}
${INCLUDED}
tollgate:
  image: ${image}
  timeout: 30 minutes
${variables}  script:
${steps([...script, ...tests.demand, 'mkdir -p tollgate-reports'], judge)}
${KEEP}`;
}

/** For a project without a pipeline of its own. */
export function gitlabPipeline(): string {
  return `include:
  - local: ${GITLAB_JOB}
`;
}

/** The script of a job: single lines, quoted where YAML requires it, then one command over several lines. */
function steps(lines: readonly string[], last: readonly string[]): string {
  const quoted = lines.map((line) => (/^[\w./ -]+$/.test(line) ? line : `'${line.replaceAll("'", "''")}'`));

  return [...quoted.map((line) => `    - ${line}`), '    - >-', ...last.map((line) => `      ${line}`)].join(
    '\n',
  );
}
