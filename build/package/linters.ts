/** Checks the package with publint and Are the types wrong. The only file that uses them. */
import { readFileSync } from 'node:fs';
import { checkPackage, createPackageFromTarballData, type Problem } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { entries } from './entries.ts';

/** @param folder of the installed package */
export async function checkManifest(folder: string): Promise<string> {
  const { messages, pkg } = await publint({ pkgDir: folder, pack: false, strict: true });
  if (messages.length === 0) return 'nothing to say';
  throw new Error(messages.map((message) => formatMessage(message, pkg)).join('\n'));
}

/** The ways to resolve types that the package supports: not `require`, and not Node 10. */
const RESOLUTIONS: readonly string[] = ['node16-esm', 'bundler'];

export async function checkTypesOfTarball(tarball: string): Promise<string> {
  const analysis = await checkPackage(createPackageFromTarballData(readFileSync(tarball)), {
    excludeEntrypoints: entries().data.map((name) => name.replace('tollgate/', './')),
  });
  if (!analysis.types) throw new Error('expected types, found none');
  const problems = analysis.problems.filter(concernsUsers);
  if (problems.length > 0) throw new Error(problems.map((problem) => JSON.stringify(problem)).join('\n'));

  return Object.keys(analysis.entrypoints).join(', ');
}

function concernsUsers(problem: Problem): boolean {
  return !('resolutionKind' in problem) || RESOLUTIONS.includes(problem.resolutionKind);
}
