import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTemporaryInstallation, type TestInstallation } from '../../fixtures/installation.ts'
import { expectProblem } from '../../fixtures/problem-body.ts'
import { serveReports, type TestServer } from '../../fixtures/report-server.ts'

let installation: TestInstallation
let server: TestServer
beforeAll(async () => {
  installation = await openTemporaryInstallation()
  const figures = {
    ...installation.figures,
    version: () => Promise.reject(new Error('disk I/O error')),
  }
  server = serveReports({ ...installation, figures } as TestInstallation)
})
afterAll(async () => {
  await server.close()
  await installation.remove()
})

test('a server whose store does not answer is alive but not ready, and does not reveal why', async () => {
  expect((await server.get('/healthz')).statusCode).toBe(200)
  const response = await server.get('/readyz')
  expectProblem(response, 503, 'not_ready')
  expect(response.body).not.toContain('disk')
})
