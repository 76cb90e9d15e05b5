/** The GitHub Actions workflows that init writes: a gate for a deployment, and a mock beside somebody's tests. */

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
      - name: Keep the reports
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
}

/** Runs the tests of the project with a mock beside them. */
export function githubBesideTests(): string {
  return `# Runs the tests of this project with a mock of the Transaction Fee and Sale API beside them, at
# http://127.0.0.1:4010 with the token in TOLLGATE_TOKEN.
# It needs tollgate among the devDependencies of package.json.
${WHEN}jobs:
  integrate:
    runs-on: ubuntu-latest
    timeout-minutes: 20
${INSTALL}      - name: Start the mock, and wait until it is well
        run: |
          node_modules/.bin/tollgate mock --port 4010 > tollgate-mock.log 2>&1 &
          curl -fsS --retry 60 --retry-delay 1 --retry-connrefused --max-time 5 http://127.0.0.1:4010/_tollgate/health
          echo "TOLLGATE_TOKEN=$(node_modules/.bin/tollgate token)" >> "$GITHUB_ENV"
      - name: See that the mock keeps to the document
        run: node_modules/.bin/tollgate conform --deployment tollgate.yaml --effort quick --report text --report github
      - name: Run the tests
        run: npm test
      - name: Show what the mock said
        if: \${{ failure() }}
        run: cat tollgate-mock.log
`;
}
