/** `tollgate init`: surveys a deployment, and writes a deployment file and CI workflows. */
import { command } from '../command.ts';
import { CONNECTION_OPTIONS, PROXY_NOTE, TIMEOUT, TOKEN_COMMAND } from '../connection-options.ts';
import { CI_SYSTEMS, WAYS } from '../init/workflows.ts';
import { flag, oneOf, text } from '../options.ts';

export const INIT_OPTIONS = {
  token: text('<jwt>', 'access token (or TOLLGATE_TOKEN); no file contains it'),
  tokenCommand: TOKEN_COMMAND,
  ...CONNECTION_OPTIONS,
  timeout: TIMEOUT,
  ci: oneOf('<name>', 'github, gitlab or none (default github and gitlab)', CI_SYSTEMS),
  with: oneOf('<way>', 'how CI runs tollgate: npm (default), image or executable', WAYS),
  force: flag('overwrite existing files'),
};

export const init = command({
  name: 'init',
  summary: 'write CI workflows that judge a deployment, or a client',
  arguments: [['[url]', 'address of a deployment; omit it to judge a client']],
  options: INIT_OPTIONS,
  examples: [
    'tollgate init https://fees.example.com',
    'tollgate init https://fees.example.com --ci github',
    'tollgate init',
    'tollgate init --with executable',
  ],
  notes: () =>
    `Written into this folder, all or nothing:
  tollgate.yaml                   the deployment file for conform; not for a client
  .github/workflows/tollgate.yml  GitHub Actions
  .gitlab/tollgate.yml            GitLab CI; .gitlab-ci.yml includes it, written if missing

With an address, init sends up to 30 fee calls with test cards and no sale, and the workflows judge
that deployment. tollgate.yaml has unknown values as comments. If the deployment does not respond,
init writes the files all the same, unless tollgate.yaml exists: then it writes none. Without an
address the workflows judge the client in your tests: tollgate check-client -- npm test. For an
image or an executable, the files say what to fill in.

Exit codes: 0 the files are written; 2 wrong usage, or one of them already exists; 3 tollgate.yaml
exists, and the deployment did not respond.

${PROXY_NOTE}`,

  run: async (...given) => (await import('./run-init.ts')).runInit(...given),
});
