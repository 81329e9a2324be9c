import { expect, test } from 'vitest'
import { bodyButForRequestId, expectProblem } from '../../fixtures/problem-body.ts'
import { shared } from '../../fixtures/shared.ts'
import { applicationsPath, openV2Publisher, statsPath } from '../../fixtures/v2-publisher.ts'
import { refusedCredentials } from './refused-credentials.ts'

const publisher = shared(openV2Publisher)

test.each(refusedCredentials)(
  'refuses %s with exactly the same answer as the figures',
  async (_title, query, headers) => {
    const reference = await publisher.server.get(statsPath)
    for (const path of [applicationsPath, `${applicationsPath}/`]) {
      const response = await publisher.server.get(path, query, headers)
      expectProblem(response, 401, 'unauthorized')
      expect(bodyButForRequestId(response)).toBe(bodyButForRequestId(reference))
    }
  },
)
