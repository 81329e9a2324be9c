import { createHash } from 'node:crypto'
import { Html, html } from '../../values/html.ts'
import type { NetworkLinks } from '../network-links.ts'
import { stylesheet } from './style.ts'

const styleHash = createHash('sha256').update(stylesheet).digest('base64')

/** Allows only the page's own style. */
export const contentSecurityPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${styleHash}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Metadata for search engines and link previews. */
export interface PageHead {
  readonly title: string
  readonly description: string
  /** The page's URL; null for error pages. */
  readonly url: string | null
  readonly type: 'website' | 'profile'
  /** An image for link previews; the page itself shows none. */
  readonly imageUrl: string | null
  /** The same record in the public interface. */
  readonly recordUrl: string | null
}

export function layout(head: PageHead, links: NetworkLinks, body: Html): string {
  const site = new URL(links.website).host
  const properties = {
    'og:site_name': site,
    'og:type': head.type,
    'og:title': head.title,
    'og:description': head.description,
    'og:url': head.url,
    'og:image': head.imageUrl,
  }
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${head.title} · ${site}</title>
<meta name="description" content="${head.description}">
${Object.entries(properties).map(([property, content]) =>
  content === null ? null : html`<meta property="${property}" content="${content}">\n`,
)}<meta name="twitter:card" content="summary">
${head.url && html`<link rel="canonical" href="${head.url}">\n`}${head.recordUrl && html`<link rel="alternate" type="application/json" href="${head.recordUrl}">\n`}<style>${new Html(stylesheet)}</style>
</head>
<body>
<div class="page">
<nav class="top" aria-label="Site"><a class="site" href="${links.website}">${site}</a><a href="${links.documentation}">Public interface</a></nav>
<main>
${body}
</main>
<footer class="foot">${head.recordUrl && html`This page as data: <a href="${head.recordUrl}">${head.recordUrl}</a>`}</footer>
</div>
</body>
</html>
`
  return page.text
}

/** A placeholder for a picture: the name's first letter on a colour derived from the name. */
export function mark(name: string, round: boolean): Html {
  const [letter] = name.match(/[\p{L}\p{N}]/u) ?? ['?']
  const capital = letter.toUpperCase()
  const text = capital.length === letter.length ? capital : letter
  const hue = createHash('sha256').update(name).digest()[0]! % 12
  return html`<div class="mark hue-${hue}${round ? ' round' : ''}" aria-hidden="true">${text}</div>`
}

export function counts(all: Readonly<Record<string, number>>): Html {
  return html`<dl class="counts">${Object.entries(all).map(
    ([name, count]) => html`<div><dt>${name}</dt><dd>${count.toLocaleString('en-US')}</dd></div>`,
  )}</dl>`
}
