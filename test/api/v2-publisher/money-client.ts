import type { Permission } from '../../../src/publishers/principal.ts'
import { openTemporaryInstallation } from '../../fixtures/installation.ts'
import { type Query, type Response, serveReports } from '../../fixtures/report-server.ts'

export const moneyPath = '/api/v2/publisher/money'

const header = 'network,period,kind,amount,currency,date,reference,reason,app_id'

/** A file of statements in Adtally's own format. */
export const statement = (...lines: readonly string[]): string => [header, ...lines, ''].join('\n')

const february = Array.from(
  { length: 28 },
  (_, day) => `2026-02-${String(day + 1).padStart(2, '0')}`,
)

/** Sends a request with the key of an account. */
export type Send = (
  method: 'GET' | 'POST',
  path: string,
  query?: Query,
  body?: unknown,
  headers?: Readonly<Record<string, string>>,
) => Promise<Response>

/** Two accounts with figures of February, 1 USD of `admob` a day each. Today is 10 March. */
export async function openMoney() {
  const installation = await openTemporaryInstallation()
  const server = serveReports(installation)
  for (const username of ['studio', 'rival']) {
    await installation.addAccount({ username })
    await installation.importApps([
      { app_id: `${username}-app`, publisher: username, app_name: 'Hop', platform: 'ios' },
    ])
    await installation.importFigures(
      february.map((date) => ({
        date,
        app_id: `${username}-app`,
        network: 'admob',
        format: 'video',
        country: 'US',
        impressions: 10,
        revenue: '1',
      })),
    )
  }
  const keyOf = async (
    username: string,
    name = 'books',
    permissions: readonly Permission[] = ['finance'],
    apps: number[] | null = null,
  ): Promise<Send> => {
    const scope = { permissions, apps, expiresAtMs: null }
    const { key } = await installation.keys.create(username, name, scope)
    return (method, path, query = {}, body, headers = {}) =>
      server.app.inject({
        method,
        url: `${moneyPath}${path}?${new URLSearchParams(query as Record<string, string>)}`,
        headers: { authorization: `Bearer ${key}`, ...headers },
        ...(body !== undefined && { payload: body as string }),
      })
  }
  const close = async () => {
    await server.close()
    await installation.remove()
  }
  return { installation, server, keyOf, close }
}

/** Sends a file as the body of a request. */
export const sendFile = (send: Send, text: string | Buffer, query: Query = {}, type = 'text/csv') =>
  send('POST', '/statements', query, text, { 'content-type': type })
