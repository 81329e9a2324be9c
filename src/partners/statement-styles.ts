import { Html } from '../values/html.ts'

/** The styles of a statement's page. @param accent a colour such as `#0b57d0` */
export const statementStyles = (accent: string): Html =>
  new Html(`
:root { color-scheme: light; font: 15px/1.5 system-ui, sans-serif; color: #1f1f1f; background: #fff; }
body { max-width: 56rem; margin: 0 auto; padding: 2rem 1.5rem; }
header { border-bottom: 4px solid ${accent}; margin-bottom: 1.5rem; }
.mark { font-weight: 600; margin: 0; display: flex; gap: .75rem; align-items: center; }
.mark img { max-height: 3rem; max-width: 12rem; }
h1 { font-size: 1.5rem; overflow-wrap: anywhere; }
h2 { font-size: 1.1rem; }
.facts { display: grid; grid-template-columns: repeat(auto-fit, minmax(14rem, 1fr)); gap: .5rem 1.5rem; margin: 0 0 1.5rem; }
dt { color: #595959; font-size: .85rem; }
dd { margin: 0; overflow-wrap: anywhere; }
table { border-collapse: collapse; width: 100%; margin-bottom: 1.5rem; }
caption { text-align: start; font-weight: 600; padding-bottom: .25rem; }
th, td { text-align: start; padding: .3rem .5rem; border-bottom: 1px solid #d5d5d5; overflow-wrap: anywhere; }
tbody th { font-weight: 400; }
tbody th.app, tfoot th, tfoot td { font-weight: 600; }
.number { text-align: end; font-variant-numeric: tabular-nums; }
.totals { max-width: 24rem; margin-inline-start: auto; }
.note { white-space: pre-line; }
code { font-size: .85em; }
footer { border-top: 1px solid #d5d5d5; margin-top: 2rem; }
.by { color: #595959; font-size: .85rem; }
@page { margin: 15mm; }
@media print {
  body { max-width: none; padding: 0; }
  thead { display: table-header-group; }
  /* A sum is at the end, not on each page. */
  tfoot { display: table-row-group; }
  tr { break-inside: avoid; }
  th.app { break-after: avoid; }
  footer { break-inside: avoid; }
}
`)
