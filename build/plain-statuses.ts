/** The contract with plain statuses, for generators that do not support `2XX` and `default`. */
import { isMap, isScalar, parseDocument, visit } from 'yaml';

const HEADER = ` The contract of openapi.yaml for code generators: 200 in place of 2XX, and 4XX and 5XX in place of default.
 Generated from openapi.yaml by \`npm run generate\`. Changes here are lost.`;

/** @param contract the text of `openapi.yaml` */
export function plainStatuses(contract: string): string {
  const document = parseDocument(contract);
  visit(document, {
    Pair(_, { key, value: responses }) {
      if (!isScalar(key) || key.value !== 'responses' || !isMap(responses) || !responses.has('2XX')) return;
      for (const pair of responses.items)
        if (isScalar(pair.key) && pair.key.value === '2XX') pair.key.value = '200';
      const refusal = responses.get('default');
      responses.delete('default');
      responses.set('4XX', refusal);
      responses.set('5XX', refusal);
    },
  });
  document.commentBefore = HEADER;

  return document.toString({ lineWidth: 120, flowCollectionPadding: false });
}
