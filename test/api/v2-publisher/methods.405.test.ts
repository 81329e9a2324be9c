import { METHODS } from 'node:http'
import { describe, expect, test } from 'vitest'
import { expectProblem } from '../../fixtures/problem-body.ts'
import { shared } from '../../fixtures/shared.ts'
import { acme, applicationsPath, openV2Publisher, statsPath } from '../../fixtures/v2-publisher.ts'

const publisher = shared(openV2Publisher)

// CONNECT opens a tunnel and never reaches a path.
const others = METHODS.filter((method) => !['GET', 'HEAD', 'CONNECT'].includes(method))
describe.each([applicationsPath, statsPath])('%s', (address) => {
  test.each(others)('refuses %s and names the allowed methods', async (method) => {
    for (const path of [address, `${address}/`]) {
      for (const query of [acme, {}]) {
        const response = await publisher.server.send(method, path, query)
        expectProblem(response, 405, 'method_not_allowed')
        expect(response.headers.allow).toBe('GET, HEAD')
      }
    }
  })

  test.each(['POST', 'PUT', 'PATCH', 'DELETE'])('refuses %s whatever its body', async (method) => {
    for (const type of ['application/json', 'text/csv', 'application/x-www-form-urlencoded', '?']) {
      const response = await publisher.server.app.inject({
        method: method as 'POST',
        url: address,
        headers: { 'content-type': type },
        payload: '{"start_date": ',
      })
      expectProblem(response, 405, 'method_not_allowed')
    }
  })
})
