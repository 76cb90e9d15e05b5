/** Chooses the file that the results of a SARIF report point at: by its path from the root of the repository. */
import { existsSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { UsageError } from './command.ts';
import { repositoryAbove } from './files.ts';

/** Files of client projects, by preference. */
const PROJECT_FILES = [
  'package.json',
  'pyproject.toml',
  'pom.xml',
  'build.gradle',
  'build.gradle.kts',
  'go.mod',
  'Cargo.toml',
  'composer.json',
  'Gemfile',
  'README.md',
];

/**
 * The file of `--sarif-location`, else the deployment file.
 *
 * @throws UsageError where the option is empty
 */
export function readSarifLocation({
  sarifLocation: typed,
  deployment,
}: {
  readonly sarifLocation: string | undefined;
  readonly deployment?: string | undefined;
}): string | undefined {
  if (typed === '')
    throw new UsageError('--sarif-location: expected a path, got an empty text: is a variable not set?');

  return typed ?? deployment;
}

/** The first project file that exists in the working directory or at the root of the repository. */
export function projectFile(folder = process.cwd()): string | undefined {
  const folders = [folder, repositoryAbove(folder) ?? folder];

  return folders.flatMap((each) => PROJECT_FILES.map((name) => resolve(each, name))).find(existsSync);
}

/** The path from the root of the repository, as code scanning requires. */
export function fromRepository(path: string): string {
  const root = repositoryAbove(process.cwd()) ?? process.cwd();

  return relative(root, resolve(path)).replaceAll('\\', '/');
}
