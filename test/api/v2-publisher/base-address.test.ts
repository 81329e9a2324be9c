import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RunningServer, startServer } from '../../../src/compose/start-server.ts'
import { dataDirectory } from '../../../src/config/data-directory.ts'
import { openTemporaryInstallation, type TestInstallation } from '../../fixtures/installation.ts'
import { quietConfig } from '../../fixtures/quiet-config.ts'
import { withQuery } from '../../fixtures/report-server.ts'
import { applicationsPath } from '../../fixtures/v2-publisher.ts'

const credentials = { developer: 'listener', key: 'listenerkey-1' }
const target = withQuery(applicationsPath, credentials)

let installation: TestInstallation
beforeAll(async () => {
  installation = await openTemporaryInstallation()
  await installation.addAccount({ username: credentials.developer, key: credentials.key })
  await installation.importApps([
    { app_id: '1', publisher: credentials.developer, app_name: 'One', platform: 'ios' },
  ])
})
afterAll(() => installation.remove())

async function serving(work: (server: RunningServer) => Promise<void>): Promise<void> {
  const server = await startServer(installation, dataDirectory(installation.root), quietConfig)
  try {
    await work(server)
  } finally {
    await server.close()
  }
}

/** Reads a body, sending this `Host` header. */
function read(url: string, host: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { headers: { host } }, (response) => {
      let body = ''
      response.setEncoding('utf8')
      response.on('data', (chunk) => {
        body += chunk
      })
      response.on('end', () => resolve(body))
    })
    asked.on('error', reject)
    asked.end()
  })
}

describe('without a base URL', () => {
  test('links have the address that the server listens on, and can be fetched', () =>
    serving(async ({ baseUrl }) => {
      expect(baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
      const list = await (await fetch(baseUrl + target)).json()
      const { api_url, dashboard_url } = (list as { data: Record<string, string>[] }).data[0]!
      expect(new URL(api_url!).origin).toBe(baseUrl)
      expect(dashboard_url).toBe(`${baseUrl}/dashboard/apps/1`)
      const stats = await fetch(api_url!)
      expect(stats.status).toBe(200)
      expect(await stats.json()).toMatchObject({ stats: 'full', data: [] })
    }))

  test('the Host of a request is ignored', () =>
    serving(async ({ baseUrl }) => {
      const body = await read(baseUrl + target, 'evil.example')
      expect(body).toContain(baseUrl)
      expect(body).not.toContain('evil')
    }))
})
