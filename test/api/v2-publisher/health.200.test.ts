import { expect, test } from 'vitest'
import { shared } from '../../fixtures/shared.ts'
import { openV2Publisher } from '../../fixtures/v2-publisher.ts'

const publisher = shared(openV2Publisher)

test.each(['/healthz', '/healthz/', '/readyz', '/readyz/'])(
  '%s answers without credentials',
  async (path) => {
    const response = await publisher.server.get(path)
    expect(response.statusCode).toBe(200)
    expect(response.headers['content-type']).toMatch(/^application\/json/)
    expect(response.json()).toEqual({ status: path.startsWith('/healthz') ? 'ok' : 'ready' })
  },
)

test.each(['/healthz', '/readyz'])('HEAD %s has no body', async (path) => {
  const response = await publisher.server.send('HEAD', path)
  expect(response.statusCode).toBe(200)
  expect(response.body).toBe('')
})
