import type { Conversation, FieldValues, Login } from './connector.ts'
import { textAt } from './readers/read-json.ts'
import { tryLater } from './report-rows.ts'

/** The fields of a network that gives its API's clients an id and a secret. @param where to find both */
export const clientFields = (where: string) =>
  ({
    clientId: { title: 'Client ID', where },
    clientSecret: { title: 'Client Secret', where, isSecret: true },
  }) as const

interface TokenEndpoint {
  readonly url: string
  /** More members of the request. */
  readonly members?: Readonly<Record<string, string>>
  /** The network's names of the token, and of the seconds that it is good for. */
  readonly token: string
  readonly validSeconds: string
}

/** Logs in with OAuth 2's client credentials, sent as JSON. An hour where no validity is told. */
export function* clientLogin(
  { clientId, clientSecret }: FieldValues<'clientId' | 'clientSecret'>,
  { url, members, token: tokenName, validSeconds }: TokenEndpoint,
): Conversation<Login> {
  const { json } = yield {
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
      ...members,
    }),
  }
  const token = textAt(json ?? undefined, tokenName)
  if (!token) throw tryLater(`answered no ${tokenName}`)
  return { token, validMs: Number(textAt(json!, validSeconds) || 3_600) * 1_000 }
}
