/** The style and the script of the page. */
import { PALETTE } from '../../../src/text/palette.ts';

/** Light and dark, for screens, phones and paper. */
export const STYLE: string = `${PALETTE}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--page); color: var(--ink); font: 16px/1.55 var(--sans); }
main, .top, footer { max-width: 1120px; margin: 0 auto; padding: 0 24px; }
.top { display: flex; flex-wrap: wrap; gap: 4px 24px; align-items: baseline; justify-content: space-between; padding-top: 20px; padding-bottom: 16px; }
.brand { font-weight: 700; letter-spacing: -0.01em; margin: 0; }
.brand span { color: var(--soft); font-weight: 400; }
nav ul { display: flex; flex-wrap: wrap; gap: 4px 18px; list-style: none; margin: 0; padding: 0; font-size: 14px; }
a { color: var(--note); text-underline-offset: 3px; }
:focus-visible { outline: 2px solid var(--note); outline-offset: 2px; border-radius: 4px; }
h1, h2, h3, h4, p, dl, dd, ul, ol, figure { margin: 0; padding: 0; }
h2 { font-size: 22px; letter-spacing: -0.015em; margin: 52px 0 14px; line-height: 1.25; }
h3 { font-size: 17px; line-height: 1.35; }
h4 { font-size: 14px; color: var(--soft); font-weight: 600; margin: 22px 0 8px; }
code, pre { font-family: var(--mono); font-size: 0.86em; }
code { overflow-wrap: anywhere; }
pre { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; unicode-bidi: isolate; line-height: 1.5; tab-size: 2; }
.muted, small { color: var(--soft); }
small { font-size: 12.5px; font-weight: 400; }
h2 + p.muted { margin: -8px 0 14px; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 12px; }
.verdict { display: flex; gap: 24px; padding: 30px 32px; border-radius: 16px; border: 1px solid var(--line); background: var(--card); }
.verdict.conformant { --tone: var(--good); background: var(--good-wash); border-color: color-mix(in srgb, var(--good) 30%, transparent); }
.verdict.nonconformant { --tone: var(--bad); background: var(--bad-wash); border-color: color-mix(in srgb, var(--bad) 30%, transparent); }
.verdict.inconclusive { --tone: var(--warn); background: var(--warn-wash); border-color: color-mix(in srgb, var(--warn) 30%, transparent); }
.verdict .sign { flex: none; width: 56px; height: 56px; border-radius: 50%; background: var(--tone); color: var(--card); display: grid; place-items: center; font-size: 28px; font-weight: 700; line-height: 1; }
.verdict > div:last-child { flex: 1; min-width: 0; }
section.verdict + .verdict, .facts + .verdict, section + .verdict { margin-top: 44px; }
h1 { font-size: 34px; letter-spacing: -0.025em; line-height: 1.15; color: var(--tone); }

.verdict h2 { margin: 0; font-size: 26px; color: var(--tone); }
.target { color: var(--soft); margin-top: 4px; }
.means { font-size: 19px; margin-top: 14px; line-height: 1.45; }
.summary { margin-top: 8px; overflow-wrap: anywhere; }
ul.summary { padding-left: 20px; }
summary { cursor: pointer; color: var(--note); margin-bottom: 10px; }
.next { margin-top: 14px; padding-top: 14px; border-top: 1px solid color-mix(in srgb, var(--tone) 25%, transparent); overflow-wrap: anywhere; }
.next strong { display: block; font-size: 13px; color: var(--soft); font-weight: 600; }
.tally { margin-top: 22px; }
.tally svg { display: block; width: 100%; height: 12px; border-radius: 6px; background: var(--line); }
.tally ul { display: flex; flex-wrap: wrap; gap: 6px 22px; list-style: none; margin-top: 10px; font-size: 15px; }
.passed { --tone: var(--good); } .failed, .broken { --tone: var(--bad); } .unstable, .warning { --tone: var(--warn); }
.not-tested, .not-observed, .waived, .known { --tone: var(--calm); } .observed { --tone: var(--note); }
.tally li > span, .mark { color: var(--tone); font-weight: 700; }
.tally rect { fill: var(--tone); }
.tally rect.not-tested, .tally rect.not-observed { fill: color-mix(in srgb, var(--calm) 45%, transparent); }
.facts { display: flex; flex-wrap: wrap; gap: 10px 36px; margin-top: 22px; padding-top: 18px; border-top: 1px solid var(--line); }
.facts dt { font-size: 12.5px; color: var(--soft); }
.facts dd { font-variant-numeric: tabular-nums; font-weight: 600; font-size: 15px; }
.badge { display: inline-block; padding: 1px 10px; border-radius: 99px; border: 1px solid var(--tone); color: var(--tone); font-size: 13px; font-weight: 600; white-space: nowrap; }
.failure { padding: 22px 26px 26px; margin-bottom: 18px; border-left: 4px solid var(--bad); }
.failure:has(> header > .warning), .failure:has(> header > .unstable) { border-left-color: var(--warn); }
.failure:has(> header > :is(.waived, .known)) { border-left-color: var(--calm); }
.failure header { display: flex; flex-wrap: wrap; gap: 6px 12px; align-items: center; font-size: 14px; }
.failure .id { font-size: 14px; font-weight: 600; }
.failure h3 { font-size: 19px; margin-top: 10px; letter-spacing: -0.01em; }
.note { margin-top: 8px; color: var(--soft); overflow-wrap: anywhere; }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 14px; margin-top: 16px; }
.pair > div { border-radius: 8px; padding: 12px 16px; background: var(--sunken); border-top: 3px solid var(--tone); min-width: 0; }
.pair .expected { --tone: var(--good); } .pair .got { --tone: var(--bad); }
.pair dt { font-size: 13px; font-weight: 600; color: var(--tone); }
.pair dd { overflow-wrap: anywhere; unicode-bidi: isolate; }
.steps { padding-left: 28px; }
.others { padding-left: 28px; }
.others li { margin-bottom: 8px; overflow-wrap: anywhere; }
.steps li { margin-bottom: 10px; }
.steps li::marker { color: var(--soft); font-size: 13px; font-variant-numeric: tabular-nums; }
.exchange { display: grid; grid-template-columns: 1fr 1fr; border: 1px solid var(--line); border-radius: 8px; overflow: hidden; }
.exchange > div { padding: 10px 14px; min-width: 0; }
.exchange .answer { background: var(--sunken); border-left: 1px solid var(--line); }
.exchange .line { font-size: 13px; color: var(--soft); margin-bottom: 4px; overflow-wrap: anywhere; }
.exchange .line b { color: var(--ink); font-family: var(--mono); }
.exchange .line b.none { color: var(--bad); font-family: inherit; }
.command { position: relative; margin-top: 10px; }
.command figcaption { font-size: 13px; color: var(--soft); margin-bottom: 4px; padding-right: 72px; }
.command pre { background: var(--sunken); border: 1px solid var(--line); border-radius: 8px; padding: 12px 14px; }
.command button { position: absolute; top: -3px; right: 0; font: inherit; font-size: 13px; line-height: 1; color: var(--note); background: none; border: 1px solid transparent; border-radius: 6px; padding: 5px 8px; cursor: pointer; }
.command button:hover { border-color: var(--line); background: var(--card); }
.reasons > div { padding: 14px 22px; border-top: 1px solid var(--line); }
.reasons > div:first-child { border-top: 0; }
.reasons dt { font-weight: 600; overflow-wrap: anywhere; }
.reasons dd { margin-top: 4px; color: var(--soft); display: flex; flex-wrap: wrap; gap: 0 18px; }
.groups { columns: 2; column-gap: 18px; }
.group { break-inside: avoid; padding: 18px 22px 16px; margin-bottom: 18px; }
.group h3 { display: flex; justify-content: space-between; align-items: baseline; gap: 12px; }
.group h3 span { font-size: 13px; font-weight: 400; }
.group ul { list-style: none; margin-top: 10px; }
.group li { display: flex; gap: 10px; padding: 6px 0; border-top: 1px solid var(--line); line-height: 1.4; }
.mark { flex: none; width: 18px; text-align: center; }
.group li p { font-size: 14.5px; } .group li p.muted { font-size: 13.5px; }
.group li.failed p:first-child, .group li.unstable p:first-child, .group li.broken p:first-child { font-weight: 650; }
.legend { margin-top: 20px; display: grid; grid-template-columns: repeat(auto-fill, minmax(310px, 1fr)); gap: 10px 28px; font-size: 14px; }
.legend dt { font-weight: 600; } .legend dd { color: var(--soft); padding-left: 22px; }
.legend .mark { display: inline-block; }
.scroll { overflow-x: auto; } .scroll + p { margin-top: 10px; }
table { border-collapse: separate; border-spacing: 0; width: 100%; font-size: 15px; }
th, td { text-align: left; padding: 9px 22px; border-top: 1px solid var(--line); vertical-align: top; font-weight: 400; overflow-wrap: anywhere; }
thead th:first-child { width: 26%; } thead th:nth-child(2) { width: 24%; }
thead th { border-top: 0; font-size: 13px; color: var(--soft); }
.matrix { margin-bottom: 28px; } h3 + .matrix { margin-top: 12px; }
.matrix th, .matrix td { min-width: 104px; overflow-wrap: break-word; } .matrix th:first-child { min-width: 190px; }
.times { padding: 20px 24px; display: flex; flex-wrap: wrap; gap: 20px 48px; align-items: center; }
.times dl { display: grid; grid-template-columns: auto auto; gap: 10px 32px; }
.times dt { font-size: 12.5px; color: var(--soft); } .times dd { font-weight: 600; font-variant-numeric: tabular-nums; }
.histogram { max-width: 100%; height: auto; flex: 0 1 auto; }
.histogram rect { fill: var(--note); } .histogram line { stroke: var(--line); }
.histogram text { fill: var(--ink); font-size: 13px; text-anchor: middle; } .histogram .bound { fill: var(--soft); font-size: 12px; }
footer { margin-top: 56px; padding-top: 18px; padding-bottom: 40px; font-size: 14px; color: var(--soft); }
@media (max-width: 760px) {
  main, .top, footer { padding-left: 16px; padding-right: 16px; }
  .groups { columns: 1; } .pair, .exchange { grid-template-columns: 1fr; }
  .exchange .answer { border-left: 0; border-top: 1px solid var(--line); }
  .verdict { padding: 22px 20px; gap: 16px; } .verdict .sign { width: 40px; height: 40px; font-size: 20px; }
  .failure { padding: 18px 16px; } h1 { font-size: 27px; } .means { font-size: 17px; }
}
@media print {
  :root { --page: #fff; --card: #fff; --sunken: #f6f6f6; --ink: #000; --soft: #444; --line: #bbb; --good: #17724a; --bad: #b8222a; --warn: #8a5a00; --calm: #555; --note: #2f54c2; --good-wash: #fff; --bad-wash: #fff; --warn-wash: #fff; }
  * { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  body { font-size: 11pt; } main, .top, footer { max-width: none; padding-left: 0; padding-right: 0; }
  nav, .command button { display: none; }
  .exchange, .pair, .reasons > div, .command, .times, .verdict { break-inside: avoid; } h2, h3, h4, header { break-after: avoid; }
}
`;

/** Copies commands. Without it, the page only lacks the buttons. */
export const SCRIPT: string = `
for (const button of document.querySelectorAll('.command button')) {
  const text = button.parentElement.querySelector('pre');
  button.hidden = false;
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(text.textContent);
    } catch {
      getSelection().selectAllChildren(text);
      document.execCommand('copy');
    }
    button.textContent = 'Copied';
    setTimeout(() => { button.textContent = 'Copy'; }, 2000);
  });
}
`;
