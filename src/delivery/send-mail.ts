import { Socket } from 'node:net'
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
  /** For a whole mail, however slowly the mail server answers; less than the claim of a delivery. A minute when absent. */
  readonly totalMs?: number
}

/** For a single answer of the mail server. */
const timeoutMs = 15_000
const usualTotalMs = 60_000

/** Sends mail. The connection to the server is opened for each message. */
export class MailSender {
  readonly #options: MailOptions

  constructor(options: MailOptions) {
    this.#options = options
  }

  async send(
    { target }: Pick<Channel, 'target'>,
    { unsubscribe }: ChannelSecrets,
    { id, subject, text, rich }: SentMessage,
    signal: AbortSignal,
  ): Promise<Outcome> {
    const { smtpUrl, mailFrom: from, baseUrl, totalMs = usualTotalMs } = this.#options
    if (smtpUrl === null || from === null) {
      const missing = 'This server sends no mail yet: its operator sets smtp-url and mail-from.'
      return { isSent: false, error: missing, isOver: false }
    }
    const end = `${baseUrl()}/unsubscribe/${unsubscribe}`
    const timeout = AbortSignal.timeout(totalMs)
    try {
      const transporter = await openTransporter(smtpUrl, AbortSignal.any([signal, timeout]))
      await transporter.sendMail({
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
      signal.throwIfAborted()
      const slow = `The mail server took longer than ${totalMs / 1_000} s.`
      return { isSent: false, error: timeout.aborted ? slow : explain(error), isOver: false }
    }
  }
}

/** The same end as that of the text. The address has nothing that HTML escapes. */
const withFooter = (html: string, end: string): string =>
  html.replace(
    '</body>',
    `<p style="font:13px sans-serif;text-align:center"><a href="${end}">Unsubscribe</a></p></body>`,
  )

/** Loads the client where mail is sent. Its own time limits begin anew with each byte of the mail server. */
async function openTransporter(url: string, signal: AbortSignal) {
  const { createTransport } = await import('nodemailer')
  const socket = new Socket({ signal }).on('error', () => undefined)
  return createTransport({
    url,
    socket,
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
