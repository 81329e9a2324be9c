import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectProblem } from '../../fixtures/problem-body.ts'
import { openV2Publisher, type V2Publisher } from '../../fixtures/v2-publisher.ts'

let publisher: V2Publisher
beforeAll(async () => {
  publisher = await openV2Publisher()
})
afterAll(() => publisher.close())

test.each(['/healthz', '/readyz'])('%s allows only GET and HEAD', async (path) => {
  const response = await publisher.server.send('POST', path)
  expectProblem(response, 405, 'method_not_allowed')
  expect(response.headers.allow).toBe('GET, HEAD')
})
