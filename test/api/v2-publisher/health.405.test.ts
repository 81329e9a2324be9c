import { expect, test } from 'vitest'
import { expectProblem } from '../../fixtures/problem-body.ts'
import { shared } from '../../fixtures/shared.ts'
import { openV2Publisher } from '../../fixtures/v2-publisher.ts'

const publisher = shared(openV2Publisher)

test.each(['/healthz', '/readyz'])('%s allows only GET and HEAD', async (path) => {
  const response = await publisher.server.send('POST', path)
  expectProblem(response, 405, 'method_not_allowed')
  expect(response.headers.allow).toBe('GET, HEAD')
})
