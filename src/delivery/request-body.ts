import type { ChannelKind } from '../messages/channel.ts'
import type { SentMessage } from '../messages/delivery.ts'
import { formatInstant } from '../values/instant.ts'

/** The most characters of a message in a chat. */
const maxChatCharacters = 3_500

/** The JSON body of a message. */
export function requestBody(kind: Exclude<ChannelKind, 'mail'>, message: SentMessage): string {
  if (kind === 'webhook') {
    const { type, madeAtMs, data } = message
    return JSON.stringify({ type, timestamp: formatInstant(madeAtMs), data })
  }
  const text = chatText(message)
  if (kind === 'teams') return JSON.stringify(teamsCard(text))
  return JSON.stringify({ text: message.rich ?? escapeSlack(text) })
}

function chatText({ subject, text }: SentMessage): string {
  const all = text === '' ? subject : `${subject}\n\n${text}`
  return all.length > maxChatCharacters ? `${all.slice(0, maxChatCharacters)}…` : all
}

/** Names that others chose cannot mention people, or be links. */
const escapeSlack = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** An adaptive card, as workflows of Teams take it. Plain text runs show what others chose as it is. */
const teamsCard = (text: string) => ({
  type: 'message',
  attachments: [
    {
      contentType: 'application/vnd.microsoft.card.adaptive',
      content: {
        $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
        type: 'AdaptiveCard',
        version: '1.4',
        body: text.split('\n').map((line) => ({
          type: 'RichTextBlock',
          inlines: [{ type: 'TextRun', text: line || ' ' }],
        })),
      },
    },
  ],
})
