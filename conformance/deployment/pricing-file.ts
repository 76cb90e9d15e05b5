/** Reads the merchant file that a deployment file names, from beside the deployment file. */
import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { ConfigurationError, type Merchant, parseMerchants } from '../../src/engine/index.ts';
import { DeploymentError } from './deployment-error.ts';

/** @throws DeploymentError with everything that is wrong with the file */
export function readPricingFile(path: string, where: string): readonly Merchant[] {
  const text = read(resolve(dirname(where), path), path, where);
  try {
    return parseMerchants(text, path);
  } catch (error) {
    if (error instanceof ConfigurationError) throw new DeploymentError(error.message);
    throw error;
  }
}

function read(file: string, path: string, where: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause);
    throw new DeploymentError(
      `${where}: pricing: expected a merchant file, by its path from the folder of ${where}, got ${path}, which cannot be read (${code})`,
    );
  }
}
