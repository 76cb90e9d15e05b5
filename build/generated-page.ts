/** Joins the parts of a generated page of docs, with a note on its source. */

/** @param source such as `the help of each command` */
export function generatedPage(source: string, parts: readonly string[]): string {
  const [title = '', ...others] = parts;
  const note = `<!-- Generated from ${source} by \`npm run generate\`. Changes here are lost. -->`;
  const untried = '<!-- no block is run: each shows what it was generated from -->';

  return `${[`${note}\n${untried}`, title, ...others].join('\n\n')}\n`;
}
