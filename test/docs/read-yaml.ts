/** Reads the YAML of a page with the reader of such files: merchants, a deployment, waivers. */
import { parse } from 'yaml';
import { readDeployment, readWaivers } from '../../conformance/index.ts';
import { parseMockFile } from '../../src/mock/read-merchants.ts';

/** @param where the path of the file, to which its own paths are relative @throws Error of its reader */
export function readShownYaml(text: string, where: string, environment: NodeJS.ProcessEnv): void {
  const content: unknown = parse(text);
  if (Array.isArray(content) ? content.every((entry) => 'rule' in entry) : hasKey(content, 'waivers'))
    readWaivers(text, where);
  else if (isMerchants(content)) parseMockFile(text, where);
  else if (hasKey(content, 'url') || hasKey(content, 'merchants'))
    readDeployment(text, where, environment, {});
  else if (!hasKey(content, 'jobs') && !hasKey(content, 'stages') && !hasKey(content, 'steps'))
    throw new Error('expected a merchant file, a deployment file, waivers or a workflow');
}

function isMerchants(content: unknown): boolean {
  return JSON.stringify(content).includes('"pricing":{');
}

function hasKey(content: unknown, key: string): boolean {
  return typeof content === 'object' && content !== null && key in content;
}
