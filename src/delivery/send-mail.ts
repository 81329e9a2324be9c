import type { Transporter } from 'nodemailer'
import type { Channel, ChannelSecrets } from '../messages/channel.ts'
import type { Outcome, SentMessage } from '../messages/delivery.ts'

/** How an installation sends mail. */
export interface MailOptions {
  /** `smtp://user:password@host:587`; null for none. */
  readonly smtpUrl: string | null
  /** The sender: `Adtally <reports@example.com>`. */
  readonly mailFrom: string | null
  /** The server's public address. */
  readonly baseUrl: () => string
}

const timeoutMs = 15_000

/** Sends mail. The connection to the server is opened for each message. */
export class MailSender {
  readonly #options: MailOptions
  #transporter: Promise<Transporter> | null = null

  constructor(options: MailOptions) {
    this.#options = options
  }

  async send(
    { target }: Pick<Channel, 'target'>,
    { unsubscribe }: ChannelSecrets,
    { id, subject, text, rich }: SentMessage,
  ): Promise<Outcome> {
    const { smtpUrl, mailFrom: from, baseUrl } = this.#options
    if (smtpUrl === null || from === null) {
      const missing = 'This server sends no mail yet: its operator sets smtp-url and mail-from.'
      return { isSent: false, error: missing, isOver: false }
    }
    const end = `${baseUrl()}/unsubscribe/${unsubscribe}`
    try {
      this.#transporter ??= openTransporter(smtpUrl)
      await (await this.#transporter).sendMail({
        from,
        to: { name: '', address: target },
        subject,
        text: `${text}\n\n--\nUnsubscribe: ${end}\n`,
        ...(rich !== null && { html: withFooter(rich, end) }),
        messageId: `<${id}@${new URL(baseUrl()).hostname}>`,
        headers: {
          // RFC 8058.
          'List-Unsubscribe': `<${end}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          'Auto-Submitted': 'auto-generated',
        },
      })
      return { isSent: true }
    } catch (error) {
      return { isSent: false, error: explain(error), isOver: false }
    }
  }
}

/** The same end as that of the text. The address has nothing that HTML escapes. */
const withFooter = (html: string, end: string): string =>
  html.replace(
    '</body>',
    `<p style="font:13px sans-serif;text-align:center"><a href="${end}">Unsubscribe</a></p></body>`,
  )

/** Loads the client where mail is sent. */
async function openTransporter(url: string): Promise<Transporter> {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    url,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

/** Messages of the client may contain what the server said, and with it the user's name. */
function explain(error: unknown): string {
  const { code, responseCode } = error as { code?: string; responseCode?: number }
  if (responseCode !== undefined) return `The mail server refused it (${responseCode}).`
  return `The mail server cannot be used (${code ?? 'unknown failure'}).`
}
