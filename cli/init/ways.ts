/** The ways in which workflows get tollgate, as shell that GitHub Actions and GitLab CI share. */

/** Workflows are written for this system; for both systems by default. */
/** Counts what costs money: the rules on orders and sales. */
export const MUST = "--must 'client-flow/*'";

export const CI_SYSTEMS = ['github', 'gitlab', 'none'] as const;

export const WAYS = ['npm', 'image', 'executable'] as const;
export type Way = (typeof WAYS)[number];

/** What the job needs, as the comment at the top of its file says it. */
export const NEEDS: Readonly<Record<Way, string>> = {
  npm: '# It needs tollgate among the devDependencies of package.json.',
  image: `# It needs an image of tollgate in a registry that the job can pull from (docker build in a clone of tollgate makes one).
# No public registry has one: put its name into the CI variable TOLLGATE_IMAGE.`,
  executable: `# It needs the executable of tollgate at an address that the job can reach (npm run build:executable in a clone makes it).
# No public address has one: put yours into the CI variable TOLLGATE_EXECUTABLE, and its SHA-256 into TOLLGATE_SHA256.`,
};

/** A line of shell that ends the job with an error message if the variable is not set. */
export function demand(variable: string, meaning: string, todo = 'see the top of this file'): string {
  return `: "\${${variable}:?expected ${meaning}, got nothing: ${todo}}"`;
}

/** Downloads the executable, and verifies its SHA-256. */
export function fetchExecutable(to: string): readonly string[] {
  return [
    demand('TOLLGATE_EXECUTABLE', 'the address of the executable'),
    demand('TOLLGATE_SHA256', 'the SHA-256 of the executable'),
    `curl -fsSL --retry 3 --max-time 300 --output "${to}" "$TOLLGATE_EXECUTABLE"`,
    `echo "$TOLLGATE_SHA256  ${to}" | sha256sum --check`,
    `chmod +x "${to}"`,
  ];
}

/** The command of the tests: `npm test` in a project that has tollgate from npm, otherwise the variable TESTS. */
export function testsOf(way: Way): { readonly command: string; readonly demand: readonly string[] } {
  if (way === 'npm') return { command: 'npm test', demand: [] };

  const demanded = demand('TESTS', 'the command that runs your tests', 'write it into this file');

  return { command: 'sh -c "$TESTS"', demand: [demanded] };
}
