import type { Digest } from '../../use-cases/digests/digest.ts'
import type { RenderedDigest } from '../../use-cases/digests/send-digests.ts'
import { digestHtml } from './digest-html.ts'
import { type DigestLine, type DigestPage, digestPage } from './digest-page.ts'

/** The mail of a digest, and what a chat gets. */
export function renderDigest(digest: Digest): RenderedDigest {
  const page = digestPage(digest)
  return {
    subject: page.subject,
    text: digestText(page),
    html: digestHtml(page),
    chat: digestChat(page),
  }
}

/** Plain text, with the addresses of citations at its end: they are long. */
function digestText({ title, mark, notes, figures, sections, home }: DigestPage): string {
  const addresses: string[] = []
  const line = ({ label, value, url }: DigestLine): string => {
    if (url === null) return `${label}: ${value}`
    if (!addresses.includes(url)) addresses.push(url)
    return `${label}: ${value} [${addresses.indexOf(url) + 1}]`
  }
  const parts = [
    [...(mark ? [mark.name] : []), title],
    ...notes.map((note) => [note]),
    figures.map(line),
    ...sections.map(({ title, lines, note }) => [
      title,
      ...lines.map(line),
      ...(note ? [note] : []),
    ]),
    [`Dashboard: ${home}`],
    addresses.map((url, place) => `[${place + 1}] ${url}`),
  ]
  return `${parts.map((lines) => lines.join('\n')).join('\n\n')}\n`
}

/** A digest in the markup of Slack, `mrkdwn`. */
function digestChat({ title, notes, figures, sections, home }: DigestPage): string {
  const line = ({ label, value, url }: DigestLine): string =>
    `${chatText(label)}: ${url === null ? chatText(value) : chatLink(url, value)}`
  const parts = [
    [bold(title), ...notes.map(chatText), ...figures.map(line)],
    ...sections.map(({ title, lines, note }) => [
      bold(title),
      ...lines.map(line),
      ...(note ? [chatText(note)] : []),
    ]),
    [chatLink(home, 'Open the dashboard')],
  ]
  return parts.map((lines) => lines.join('\n')).join('\n\n')
}

const bold = (text: string): string => `*${chatText(text)}*`

const chatLink = (url: string, text: string): string => `<${chatText(url)}|${chatText(text)}>`

/** Slack reads these three as the beginnings of markup: https://docs.slack.dev/messaging/formatting-message-text */
const chatText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
