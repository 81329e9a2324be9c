import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { openDemoSite } from '../../fixtures/demo-site.ts'
import { type DescribedDocument, describedRequests } from '../../fixtures/described-requests.ts'
import { shareSite } from '../../fixtures/share-site.ts'
import { caseCount } from '../../property/batches.ts'

/** A case is so many requests. */
const requestsPerCase = 20

const demo = shareSite(openDemoSite)
let document: DescribedDocument
beforeAll(async () => {
  document = (await demo.ask('/openapi.json')).json()
})

test('requests drawn from the document get answers that it describes, and never a failure', async () => {
  const idsOf = async (list: string, member: string): Promise<string[]> =>
    (await demo.ask(`/api/v1/${list}`))
      .json()
      .data.map((one: Record<string, string>) => one[member])
  const { apps } = (await demo.ask('/api/publisher?developer=demo')).json()
  const known = {
    developer: ['demo'],
    username: ['demo', ...(await idsOf('users', 'username')).slice(0, 3)],
    id: ['1', ...(await idsOf('games', 'id')), ...(await idsOf('activity', 'id')).slice(0, 3)],
    identifier: apps.map((app: { game_identifier: string }) => app.game_identifier),
    platform: ['ios', 'android'],
    network: ['ownnet', 'admob'],
  }
  const statuses = new Set<number>()
  const asked = fc.array(describedRequests(document, known), {
    minLength: requestsPerCase,
    maxLength: requestsPerCase,
  })
  const property = fc.asyncProperty(asked, async (urls) => {
    for (const url of urls) {
      // Every answer is checked against the document too; see answer-checker.ts.
      const { statusCode, body } = await demo.ask(url)
      statuses.add(statusCode)
      expect(statusCode < 500, `${url} is answered ${statusCode}: ${body}`).toBe(true)
    }
  })
  await fc.assert(property, { numRuns: caseCount })
  expect([...statuses]).toEqual(expect.arrayContaining([200, 400, 404]))
})
