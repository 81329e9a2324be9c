import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { watchQueries } from '../../fixtures/engine-queries.ts'
import { nothingKept, serveReports, type TestServer } from '../../fixtures/report-server.ts'
import {
  applicationsPath,
  openV2Publisher,
  statsPath,
  twoDays,
  type V2Publisher,
} from '../../fixtures/v2-publisher.ts'

let publisher: V2Publisher
/** Two servers on the same stores. */
let one: TestServer
let other: TestServer
let held: { readonly reached: () => void; readonly released: Promise<void> } | null = null

beforeAll(async () => {
  publisher = await openV2Publisher()
  const { installation } = publisher
  const figures = watchQueries(installation.figures, async () => {
    held?.reached()
    await held?.released
  })
  one = serveReports({ ...installation, ...nothingKept, figures })
  other = serveReports(installation)
})
afterAll(async () => {
  await Promise.all([one.close(), other.close()])
  await publisher.close()
})

/** Asks for figures by app, and delays the answer until `release` is called. */
async function askAndHold(key: string) {
  const reached = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  held = { reached: reached.resolve, released: released.promise }
  onTestFinished(() => {
    held = null
  })
  const answer = one.get(statsPath, { developer: 'acme', key, ...twoDays })
  await reached.promise
  return { answer, release: released.resolve }
}

const scope = { permissions: ['read'], apps: null, expiresAtMs: null } as const
const appsOf = (body: string): string[] =>
  JSON.parse(body).data.map(({ app_id: id }: { app_id: string }) => id)

describe('a request under way ends as it began', () => {
  test('when its key is limited to an app; the next one sees that app only', async () => {
    const { keys, apps } = publisher.installation
    const { key } = await keys.create('acme', 'narrowed', scope)
    const whole = appsOf((await other.get(statsPath, { developer: 'acme', key, ...twoDays })).body)
    const [app] = await apps.byIds([whole[0]!])
    const { answer, release } = await askAndHold(key)
    await keys.narrow('acme', 'narrowed', { apps: [app!.key] })
    release()
    expect(appsOf((await answer).body)).toEqual(whole)
    expect(whole.length).toBeGreaterThan(1)
    for (const server of [one, other]) {
      const next = await server.get(applicationsPath, { developer: 'acme', key })
      expect(appsOf(next.body)).toEqual([app!.appId])
    }
  })

  test('when its key is revoked; the next one is refused by every server', async () => {
    const { keys } = publisher.installation
    const { key } = await keys.create('acme', 'revoked', scope)
    const { answer, release } = await askAndHold(key)
    await keys.revoke('acme', 'revoked')
    release()
    expect((await answer).statusCode).toBe(200)
    for (const server of [one, other]) {
      const next = await server.get(applicationsPath, { developer: 'acme', key })
      expect(next.statusCode).toBe(401)
    }
  })
})
