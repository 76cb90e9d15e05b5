/** The GitLab CI jobs that init writes, each a file to include. */

export const GITLAB_JOB = '.gitlab/tollgate.yml';

/** Judges the deployment of tollgate.yaml. */
export function gitlabGate(): string {
  return `# Judges the deployment of tollgate.yaml against the document, and is red where it breaks a must rule.
# It needs tollgate among the devDependencies of package.json, and the access token as the masked CI/CD variable
# TOLLGATE_TOKEN. .gitlab-ci.yml includes it: include: [{ local: ${GITLAB_JOB} }]
tollgate:
  image: node:24
  timeout: 20 minutes
  # One pipeline at a time asks the deployment.
  resource_group: tollgate
  script:
    - npm ci
    - mkdir -p tollgate-reports
    - >-
      node_modules/.bin/tollgate conform --deployment tollgate.yaml --report text
      --report json=tollgate-reports/report.json --report junit=tollgate-reports/junit.xml
      --report html=tollgate-reports/report.html
  artifacts:
    when: always
    paths: [tollgate-reports]
    reports:
      junit: tollgate-reports/junit.xml
`;
}

/** Runs the tests of the project with a mock beside them. */
export function gitlabBesideTests(): string {
  return `# Runs the tests of this project with a mock of the Transaction Fee and Sale API beside them, at
# http://127.0.0.1:4010 with the token in TOLLGATE_TOKEN. It needs tollgate among the devDependencies of package.json.
# .gitlab-ci.yml includes it: include: [{ local: ${GITLAB_JOB} }]
tollgate:
  image: node:24
  timeout: 20 minutes
  script:
    - npm ci
    - node_modules/.bin/tollgate mock --port 4010 > tollgate-mock.log 2>&1 &
    - curl -fsS --retry 60 --retry-delay 1 --retry-connrefused --max-time 5 http://127.0.0.1:4010/_tollgate/health
    - export TOLLGATE_TOKEN="$(node_modules/.bin/tollgate token)"
    - node_modules/.bin/tollgate conform --deployment tollgate.yaml --effort quick
    - npm test
  artifacts:
    when: on_failure
    paths: [tollgate-mock.log]
`;
}

/** For a project without a pipeline of its own. */
export function gitlabPipeline(): string {
  return `include:
  - local: ${GITLAB_JOB}
`;
}
