import { expect, test } from 'vitest'
import { expectProblem } from '../../fixtures/problem-body.ts'
import { shared } from '../../fixtures/shared.ts'
import { acme, applicationsPath, openV2Publisher } from '../../fixtures/v2-publisher.ts'

const publisher = shared(openV2Publisher)

test.each(['developer', 'key'] as const)('refuses a repeated %s, naming it', async (parameter) => {
  const query = { ...acme, [parameter]: [acme[parameter], acme[parameter]] }
  const response = await publisher.server.get(applicationsPath, query)
  expectProblem(response, 400, 'bad_parameters', { [parameter]: /once/ })
  expect(response.body).not.toContain(acme.key)
})
