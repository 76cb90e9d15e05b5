/** The colours and fonts of the pages that people read: the HTML report and the console. */
export const PALETTE: string = `
:root {
  color-scheme: light dark;
  --page: #f6f7f9; --card: #ffffff; --sunken: #f1f3f6; --ink: #171b22; --soft: #55606e; --line: #dde1e7;
  --good: #17724a; --bad: #b8222a; --warn: #8a5a00; --calm: #55606e; --note: #2f54c2; --fault: #7a3ea8;
  --good-wash: #e6f4ec; --bad-wash: #fceced; --warn-wash: #fbf1dc;
  --mono: ui-monospace, SFMono-Regular, 'SF Mono', Menlo, Consolas, 'Liberation Mono', monospace;
  --sans: system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', sans-serif;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #0e1116; --card: #161b22; --sunken: #0f141a; --ink: #e7ebf1; --soft: #9ba7b6; --line: #2b323c;
    --good: #53c68c; --bad: #ff8a8f; --warn: #eab54c; --calm: #9ba7b6; --note: #8fadff; --fault: #c79bff;
    --good-wash: #12281e; --bad-wash: #301619; --warn-wash: #2c2210;
  }
}`;
