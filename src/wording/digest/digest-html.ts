import { Html, html } from '../../values/html.ts'
import type { DigestLine, DigestPage, DigestSection } from './digest-page.ts'

/** Inline styles are light, because not all readers' programs know `prefers-color-scheme`. */
const light = {
  page: '#ffffff',
  text: '#1c1d1f',
  card: '#f3f5f7',
  faint: '#5c6470',
  line: '#dfe3e8',
  link: '#0b57b8',
  note: '#fff4d6',
}

const darkStyle = `@media (prefers-color-scheme: dark) {
.page { background: #16181c !important; color: #e8eaed !important; }
.card { background: #22262c !important; }
.note { background: #3d3313 !important; }
.faint { color: #a3abb6 !important; }
.line { border-color: #343a42 !important; }
.link { color: #8ab8ff !important; }
}`

const font = `font-family:system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;font-size:15px;line-height:1.45`
const faint = `color:${light.faint};font-size:13px`

/** The mail of a digest: one column, without images and scripts. Dark where the reader's device is. */
export const digestHtml = ({ title, mark, notes, figures, sections, home }: DigestPage): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${title}</title>
<style>${new Html(darkStyle)}</style>
</head>
<body class="page" style="margin:0;background:${light.page};color:${light.text};${font}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:16px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px;text-align:left">
${mark ? markRow(mark) : null}<tr><td><h1 style="margin:0 0 12px;font-size:19px;line-height:1.3">${title}</h1></td></tr>
${notes.map(noteRow)}
<tr><td class="card" style="padding:4px 16px 12px;background:${light.card};border-radius:8px">${figures.map(figureOf)}</td></tr>
${sections.map(sectionRow)}
<tr><td style="padding:20px 0 0"><a class="link" href="${home}" style="color:${light.link}">Open the dashboard</a></td></tr>
<tr><td class="faint" style="padding:8px 0 0;${faint}">Each linked figure opens as it was when this was sent, beside the figure now.</td></tr>
</table>
</td></tr></table>
</body>
</html>
`.text

/** The name of a network above its colour. */
const markRow = ({ name, accent }: NonNullable<DigestPage['mark']>): Html =>
  html`<tr><td style="padding:0 0 8px;border-bottom:3px solid ${accent ?? light.link};font-weight:600">${name}</td></tr>
<tr><td style="height:12px"></td></tr>
`

const noteRow = (note: string): Html =>
  html`<tr><td style="padding:0 0 12px"><div class="note" style="padding:10px 16px;background:${light.note};border-radius:8px">${note}</div></td></tr>`

const figureOf = ({ label, value, url }: DigestLine): Html =>
  html`<div style="display:inline-block;min-width:150px;padding:8px 12px 0 0;vertical-align:top"><div class="faint" style="${faint}">${label}</div><div style="font-size:19px;font-weight:600">${linked(value, url)}</div></div>`

const sectionRow = ({ title, lines, note }: DigestSection): Html =>
  html`<tr><td style="padding:20px 0 0"><h2 style="margin:0 0 4px;font-size:15px">${title}</h2>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0">${lines.map(lineRow)}</table>${
    note && html`<div class="faint" style="padding:6px 0 0;${faint}">${note}</div>`
  }</td></tr>
`

const cell = `border-top:1px solid ${light.line};vertical-align:top`

const lineRow = ({ label, value, url }: DigestLine): Html =>
  html`<tr><td class="line" style="padding:6px 12px 6px 0;min-width:88px;overflow-wrap:anywhere;${cell}">${label}</td><td class="line" align="right" style="padding:6px 0;${cell}">${linked(value, url)}</td></tr>`

const linked = (value: string, url: string | null): Html | string =>
  url === null
    ? value
    : html`<a class="link" href="${url}" style="color:${light.link};text-decoration:none">${value}</a>`
