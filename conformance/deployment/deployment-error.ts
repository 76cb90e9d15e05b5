/** What is wrong with a deployment file, or with the merchant file that it names. */

/** The file cannot be used; the message has one line for each problem: where, what was expected, what came. */
export class DeploymentError extends Error {
  override readonly name = 'DeploymentError';
  readonly code = 'deployment';
}
