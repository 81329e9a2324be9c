import { currencyDecimals } from '../values/currency.ts'
import { formatMicros } from '../values/decimal.ts'
import { type Html, html } from '../values/html.ts'
import { formatInstant } from '../values/instant.ts'
import { netOf, type ShareLine, type Statement, totalOf } from './statement.ts'
import type { SignedStatement } from './statement-document.ts'
import { keyFingerprint } from './statement-signing.ts'
import { statementStyles } from './statement-styles.ts'

/** How a network shows itself. */
export interface Mark {
  readonly name: string
  /** A picture as a data URL; null for none. */
  readonly logo: string | null
  /** A colour such as `#0b57d0`; null for a neutral one. */
  readonly accent: string | null
  /** Whether the page names Adtally. */
  readonly showsPoweredBy: boolean
}

const neutralAccent = '#3c4043'

/**
 * A statement as a page to read and print. It needs no other file, runs nothing, and says nothing of the machine that
 * wrote it.
 *
 * @throws TypeError for a logo that is no picture in a data URL, and an accent that is not like `#0b57d0`
 */
export function statementHtml(
  { statement, sha256, key }: Omit<SignedStatement, 'signature'>,
  mark: Mark,
): string {
  checkMark(mark)
  const { number, network, partner, month, currency } = statement
  const title = `Statement ${number}`
  const styles = statementStyles(mark.accent ?? neutralAccent)
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${title}</title>
<style>${styles}</style>
</head>
<body>
<header>
<p class="mark">${mark.logo && html`<img src="${mark.logo}" alt=""> `}<span dir="auto">${mark.name}</span></p>
<h1>${title}</h1>
</header>
<main>
<dl class="facts">
${fact('From', partyText(network))}
${fact('To', partyText(partner))}
${fact('Month', month)}
${fact('Issued', formatInstant(statement.issuedAt * 1_000).slice(0, 10))}
${fact('Due', statement.dueOn)}
${fact('Total', html`<strong>${shown(totalOf(statement), currency)} ${currency}</strong>`)}
</dl>
${sharesTable(statement)}
${changesTable(statement)}
${totalsTable(statement)}
${termsText(statement)}
</main>
<footer>
<h2>Proof</h2>
<dl class="facts">
${fact('State of the figures', `entry ${statement.figures.entry} of ${statement.figures.installation}`)}
${fact('SHA-256', html`<code>${sha256}</code>`)}
${fact('Key', html`<code>${key}</code>`)}
${fact('Fingerprint of the key', html`<code>${keyFingerprint(key)}</code>`)}
</dl>
${mark.showsPoweredBy ? html`<p class="by">Issued with Adtally</p>` : null}
</footer>
</body>
</html>
`.text
}

function checkMark({ logo, accent }: Mark): void {
  if (logo !== null && !/^data:image\/[a-z+.-]+[;,]/.test(logo)) {
    throw new TypeError('The logo is not a picture in a data URL')
  }
  if (accent !== null && !/^#[0-9a-f]{6}$/i.test(accent)) {
    throw new TypeError('The accent is not a colour such as #0b57d0')
  }
}

const fact = (name: string, value: Html | string): Html =>
  html`<div><dt>${name}</dt><dd>${value}</dd></div>`

const partyText = ({ account, name }: Statement['network']): Html =>
  html`<span dir="auto">${name}</span> (${account})`

/** The exact amount, such as `1,020.50`, with at least the decimals of its currency. */
function shown(micros: bigint, currency: string): string {
  const [whole, fraction = ''] = formatMicros(micros).split('.') as [string, string?]
  const padded = fraction.padEnd(currencyDecimals(currency), '0')
  return padded === '' ? grouped(whole) : `${grouped(whole)}.${padded}`
}

/** @param digits of a whole number */
const grouped = (digits: string): string => digits.replace(/\B(?=(\d{3})+$)/g, ',')

/** The shares, in groups by app. */
function sharesTable({ shares, currency }: Statement): Html {
  if (shares.length === 0) return html`<p>No shares in this month.</p>`
  const hasGross = shares.some(({ grossMicros }) => grossMicros !== null)
  const columnCount = hasGross ? 5 : 4
  const apps = [...Map.groupBy(shares, ({ appId }) => appId).values()]
  return html`<table>
<caption>Shares, in ${currency}</caption>
<thead><tr><th scope="col">Network</th><th scope="col">Share</th><th scope="col" class="number">Impressions</th>${
    hasGross ? html`<th scope="col" class="number">Gross</th>` : null
  }<th scope="col" class="number">Net</th></tr></thead>
${apps.map((lines) => appRows(lines, columnCount, currency))}
<tfoot><tr><th scope="row" colspan="${columnCount - 1}">Net</th><td class="number">${shown(netOf({ shares }), currency)}</td></tr></tfoot>
</table>`
}

function appRows(lines: readonly ShareLine[], columnCount: number, currency: string): Html {
  const [{ appId, appName }] = lines as [ShareLine]
  const gross = (micros: bigint | null) =>
    html`<td class="number">${micros === null ? 'not shown' : shown(micros, currency)}</td>`
  const rows = lines.map(
    (
      line,
    ) => html`<tr><th scope="row">${line.adNetwork}</th><td dir="auto">${line.share}</td><td class="number">${grouped(String(line.impressions))}</td>${
      columnCount === 5 ? gross(line.grossMicros) : null
    }<td class="number">${shown(line.netMicros, currency)}</td></tr>
`,
  )
  return html`<tbody><tr><th scope="rowgroup" colspan="${columnCount}" class="app"><span dir="auto">${appName}</span> <code>${appId}</code></th></tr>
${rows}</tbody>
`
}

/** Corrections of earlier months, and adjustments. */
function changesTable({ corrections, adjustments, currency }: Statement): Html | null {
  if (corrections.length + adjustments.length === 0) return null
  const row = (kind: string, text: string, micros: bigint) =>
    html`<tr><th scope="row">${kind}</th><td dir="auto">${text}</td><td class="number">${shown(micros, currency)}</td></tr>
`
  return html`<table>
<caption>Corrections and adjustments, in ${currency}</caption>
<thead><tr><th scope="col">Kind</th><th scope="col">For</th><th scope="col" class="number">Amount</th></tr></thead>
<tbody>${corrections.map(({ month, amountMicros }) => row('Correction', month, amountMicros))}${adjustments.map(
    ({ kind, reason, amountMicros }) =>
      row(kind === 'minimum' ? 'Minimum' : 'Adjustment', reason, amountMicros),
  )}</tbody>
</table>`
}

function totalsTable(statement: Statement): Html {
  const { corrections, adjustments, currency } = statement
  const sum = (lines: readonly { readonly amountMicros: bigint }[]) =>
    lines.reduce((total, { amountMicros }) => total + amountMicros, 0n)
  const row = (name: string, micros: bigint) =>
    html`<tr><th scope="row">${name}</th><td class="number">${shown(micros, currency)}</td></tr>
`
  return html`<table class="totals">
<caption>Total, in ${currency}</caption>
<thead><tr><th scope="col">Part</th><th scope="col" class="number">Amount</th></tr></thead>
<tbody>${row('Net', netOf(statement))}${row('Corrections', sum(corrections))}${row('Adjustments', sum(adjustments))}</tbody>
<tfoot>${row('Total', totalOf(statement))}</tfoot>
</table>`
}

function termsText({ dueOn, minimumPayoutMicros, taxNote, currency }: Statement): Html {
  const minimum =
    minimumPayoutMicros === 0n
      ? ''
      : ` Balances below ${shown(minimumPayoutMicros, currency)} ${currency} wait.`
  return html`<p>Due on ${dueOn}.${minimum}</p>
${taxNote && html`<p class="note" dir="auto">${taxNote}</p>`}`
}
