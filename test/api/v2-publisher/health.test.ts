import { expect, test } from 'vitest'
import { expectProblem } from '../../fixtures/problem-body.ts'
import { serveReports } from '../../fixtures/report-server.ts'
import { shareSite } from '../../fixtures/share-site.ts'
import { openV2Publisher } from '../../fixtures/v2-publisher.ts'

const publisher = shareSite(openV2Publisher)

test.each(['/healthz', '/healthz/', '/readyz', '/readyz/'])(
  '%s answers without credentials, and HEAD without a body',
  async (path) => {
    const response = await publisher.server.get(path)
    expect(response.statusCode).toBe(200)
    expect(response.headers['content-type']).toMatch(/^application\/json/)
    expect(response.json()).toEqual({ status: path.startsWith('/healthz') ? 'ok' : 'ready' })
    const head = await publisher.server.send('HEAD', path)
    expect([head.statusCode, head.body]).toEqual([200, ''])
  },
)

test('a server whose store does not answer is alive but not ready, and does not reveal why', async () => {
  const { installation } = publisher
  const probe = () => Promise.reject(new Error('disk I/O error'))
  const figures = { ...installation.figures, states: { ...installation.figures.states, probe } }
  const server = serveReports({ ...installation, figures } as typeof installation)
  expect((await server.get('/healthz')).statusCode).toBe(200)
  const response = await server.get('/readyz')
  expectProblem(response, 503, 'not_ready')
  expect(response.body).not.toContain('disk')
  await server.close()
})
