import { csv } from './import-site.ts'

/** Sends an import of one row to a server, which a client may repeat: the key is that of its name. */
export async function sendImport(origin: string, key: string, name: string, app: string) {
  const response = await fetch(`${origin}/api/v2/publisher/imports?developer=studio&partial=true`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'text/csv',
      'idempotency-key': name.replace(' ', '-'),
    },
    body: csv([`2026-03-01,${app},ownnet,video,US,1,1`]),
  })
  const isReplayed = response.headers.get('idempotency-replayed') === 'true'
  return { status: response.status, body: await response.text(), isReplayed }
}
