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

/** Judges the client that the tests of the project run. */
export function gitlabClient(): string {
  return `# Judges how this project calls the Transaction Fee and Sale API: it runs npm test against mocks of the API, and is red
# where the client breaks a must rule. Tests find the mock in TOLLGATE_URL and TOLLGATE_TOKEN; --env sets other names.
# It needs tollgate among the devDependencies of package.json.
# .gitlab-ci.yml includes it: include: [{ local: ${GITLAB_JOB} }]
tollgate:
  image: node:24
  timeout: 30 minutes
  script:
    - npm ci
    - mkdir -p tollgate-reports
    - >-
      node_modules/.bin/tollgate check-client --report text
      --report json=tollgate-reports/report.json --report junit=tollgate-reports/junit.xml
      --report html=tollgate-reports/report.html -- npm test
  artifacts:
    when: always
    paths: [tollgate-reports]
    reports:
      junit: tollgate-reports/junit.xml
`;
}

/** For a project without a pipeline of its own. */
export function gitlabPipeline(): string {
  return `include:
  - local: ${GITLAB_JOB}
`;
}
