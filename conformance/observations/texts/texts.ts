/** What observations of opaque texts ask with: in campaign and data of a fee call, and as the authCode of a sale. */
import { isTaken, type Scene } from '../scene.ts';

/** Whether a first call with these texts in both fields is accepted. */
export async function acceptsTexts({ fee, words }: Scene, texts: string[]): Promise<boolean> {
  return isTaken(await fee({ ...words.baseline, campaign: texts, data: texts }));
}

/** Whether a sale with this authCode is accepted, each time of a transaction of its own. */
export async function acceptsAuthcode({ open, sale }: Scene, authCode: string): Promise<boolean> {
  const { sTxId } = await open();

  return isTaken(await sale({ sTxId, authCode }));
}

/** One option where both operations do the same; otherwise both are reported. */
export function alike(inTexts: string, inAuthcode: string): readonly [string] {
  return [inTexts === inAuthcode ? inTexts : `${inTexts} in campaign and data, ${inAuthcode} in authCode`];
}
