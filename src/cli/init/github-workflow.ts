/** The GitHub Actions workflows that init writes: one that judges a deployment, one that judges a client. */

const WHEN = `name: tollgate
on:
  push:
    branches: [main, master]
  pull_request:
  workflow_dispatch:
permissions:
  contents: read
`;

const INSTALL = `    steps:
      - uses: actions/checkout@v5
      - uses: actions/setup-node@v5
        with:
          node-version: 24
      - run: npm ci
`;

const KEEP = `      - name: Keep the reports
        if: \${{ !cancelled() }}
        uses: actions/upload-artifact@v5
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

/** Judges the deployment of tollgate.yaml. */
export function githubGate(): string {
  return `# Judges the deployment of tollgate.yaml against the document, and is red where it breaks a must rule.
# It needs tollgate among the devDependencies of package.json, and the access token as the secret TOLLGATE_TOKEN.
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
${INSTALL}      - name: Judge the deployment
        run: |
          mkdir -p tollgate-reports
          node_modules/.bin/tollgate conform --deployment tollgate.yaml --report text --report github \\
            --report json=tollgate-reports/report.json --report junit=tollgate-reports/junit.xml \\
            --report sarif=tollgate-reports/report.sarif --report html=tollgate-reports/report.html
${KEEP}`;
}

/** Judges the client that the tests of the project run. */
export function githubClient(): string {
  return `# Judges how this project calls the Transaction Fee and Sale API: it runs npm test against mocks of the API, and is red
# where the client breaks a must rule. Tests find the mock in TOLLGATE_URL and TOLLGATE_TOKEN; --env sets other names.
# It needs tollgate among the devDependencies of package.json.
${WHEN}  security-events: write
jobs:
  check-client:
    runs-on: ubuntu-latest
    timeout-minutes: 30
${INSTALL}      - name: Judge the client
        run: |
          mkdir -p tollgate-reports
          node_modules/.bin/tollgate check-client --report text --report github \\
            --report json=tollgate-reports/report.json --report junit=tollgate-reports/junit.xml \\
            --report sarif=tollgate-reports/report.sarif --report html=tollgate-reports/report.html \\
            -- npm test
${KEEP}`;
}
