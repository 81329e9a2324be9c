import { rm } from 'node:fs/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { CommunitySite } from '../fixtures/community.ts'
import { batchOf, caseCount, checkBatches, propertyTimeoutMs } from '../property/batches.ts'
import { NaiveCommunity, type NaiveOutcome } from '../property/naive-community.ts'

const [gameCount, userCount, recordCount] = [3, 4, 8]
const types = ['checkin', 'checkin', 'discussion', 'comment', 'achievement', 'follow']
const instants = ['2026-03-01T00:00:00Z', '2026-03-01T00:00:01Z', '2026-03-02T00:00:00Z']

// A record that is drawn again moves to another user, game, type, platform or time.
const drawnRecord = fc.record({
  id: fc.nat(recordCount - 1),
  user: fc.nat(userCount - 1),
  game: fc.nat(gameCount - 1),
  type: fc.constantFrom(...types),
  platform: fc.constantFrom('ios', 'android'),
  instant: fc.constantFrom(...instants),
  /** Only a follow needs no game. */
  alone: fc.boolean(),
})
const drawnImport = fc.oneof(
  fc.record({
    kind: fc.constant('users' as const),
    rows: fc.array(
      fc.record({ id: fc.nat(userCount - 1), closed: fc.boolean(), renamed: fc.boolean() }),
      { minLength: 1, maxLength: 4 },
    ),
  }),
  fc.record({
    kind: fc.constant('games' as const),
    rows: fc.array(fc.record({ id: fc.nat(gameCount - 1), name: fc.constantFrom('Hop', '🎮') }), {
      minLength: 1,
      maxLength: 3,
    }),
  }),
  fc.record({
    kind: fc.constant('activity' as const),
    rows: fc.array(drawnRecord, { minLength: 1, maxLength: 12 }),
  }),
)
type DrawnImport = typeof drawnImport extends fc.Arbitrary<infer Drawn> ? Drawn : never

/** Half of the cases begin with all users and games, so that no record is rejected. */
const everyone: DrawnImport[] = [
  { kind: 'games', rows: [2, 0, 1].map((id) => ({ id, name: 'Hop' })) },
  { kind: 'users', rows: [3, 1, 0, 2].map((id) => ({ id, closed: false, renamed: false })) },
]
const drawnCase = fc
  .tuple(fc.boolean(), fc.array(drawnImport, { minLength: 1, maxLength: 7 }))
  .map(([filled, imports]) => (filled ? [...everyone, ...imports] : imports))

/** Random imports, compared with a naive model in plain arrays. */
export function communityCountCases(open: () => Promise<CommunitySite>): void {
  test(`${caseCount} random sequences of imports give the counts and lists of a naive model`, {
    timeout: propertyTimeoutMs,
  }, async () => {
    await checkBatches(batchOf(drawnCase), async (cases) => {
      const site = await open()
      try {
        const model = new NaiveCommunity()
        for (const [index, imports] of cases.entries()) {
          for (const drawn of imports) {
            await putBoth(site, model, `c${index}-`, drawn)
            await expectCounts(site, model, `c${index}-`)
          }
        }
        await expectLists(site, model)
      } finally {
        await site.close()
      }
    })
  })
}

/** Imports into both, and expects the same rows to be accepted. */
async function putBoth(
  site: CommunitySite,
  model: NaiveCommunity,
  prefix: string,
  drawn: DrawnImport,
): Promise<void> {
  const { rows, outcome } = toRows(model, prefix, drawn)
  const work = site.put(drawn.kind, rows, { skipBadRows: true })
  if (outcome.added + outcome.updated === 0) {
    await expect(work).rejects.toMatchObject({ code: 'every_row_bad' })
    return
  }
  const summary = await work
  expect(summary).toMatchObject(outcome)
  // Reject files are named by the clock, which is fixed here.
  if (summary.reject_file) await rm(summary.reject_file)
}

function toRows(
  model: NaiveCommunity,
  prefix: string,
  drawn: DrawnImport,
): { rows: object[]; outcome: NaiveOutcome } {
  if (drawn.kind === 'games') {
    const rows = drawn.rows.map(({ id, name }) => ({ id: `${prefix}g${id}`, name }))
    return { rows, outcome: model.putGames(rows) }
  }
  if (drawn.kind === 'users') {
    const rows = drawn.rows.map(({ id, closed, renamed }) => ({
      id: `${prefix}u${id}`,
      username: `${prefix}${renamed ? 'new' : 'old'}-${id}`,
      closed_at: closed ? '2026-03-05T00:00:00Z' : null,
    }))
    return { rows, outcome: model.putUsers(rows) }
  }
  const rows = drawn.rows.map(({ id, user, game, type, platform, instant, alone }) => ({
    id: `${prefix}a${id}`,
    type,
    platform,
    created_at: instant,
    user_id: `${prefix}u${user}`,
    game_id: alone && type === 'follow' ? null : `${prefix}g${game}`,
  }))
  return { rows, outcome: model.putActivity(rows) }
}

/** Checks the counts of games and users right after an import. */
async function expectCounts(
  { server }: CommunitySite,
  model: NaiveCommunity,
  prefix: string,
): Promise<void> {
  const isOwn = ({ id }: { id: string }) => id.startsWith(prefix)
  for (const { id, name } of model.games.filter(isOwn)) {
    const game = (await server.get(`/api/v1/games/${id}`)).json()
    expect(game).toMatchObject({
      name,
      players_count: model.playersOf(id).length,
      checkins_count: model.ofGame(id, 'checkins').length,
    })
  }
  for (const { id, username, closed_at } of model.users.filter(isOwn)) {
    const answer = await server.get(`/api/v1/users/${username}`)
    expect(answer.statusCode).toBe(closed_at === null ? 200 : 410)
    if (closed_at !== null) continue
    expect(answer.json()).toMatchObject({
      id,
      games_count: model.gamesOf(id).length,
      checkins_count: model.ofUser(id, 'checkins').length,
    })
  }
}

/** Checks every list, read by pages. */
async function expectLists(site: CommunitySite, model: NaiveCommunity): Promise<void> {
  const expectList = async (path: string, expected: readonly { readonly id: string }[]) => {
    const listed = await site.readAll(`/api/v1${path}?limit=3`)
    expect(
      listed.map(({ id }) => id),
      path,
    ).toEqual(expected.map(({ id }) => id))
  }
  await expectList('/games', model.games)
  await expectList('/users', model.openUsers())
  await expectList(
    '/activity',
    model.stream(() => true),
  )
  for (const name of ['android', 'ios']) {
    await expectList(
      `/activity/${name}`,
      model.stream(({ platform }) => platform === name),
    )
  }
  for (const { id } of model.games) {
    await expectList(`/games/${id}/activity`, model.ofGame(id))
    await expectList(`/games/${id}/players`, model.playersOf(id))
    for (const topic of ['checkins', 'discussions']) {
      await expectList(`/games/${id}/${topic}`, model.ofGame(id, topic))
    }
  }
  for (const { id, username } of model.openUsers()) {
    await expectList(`/users/${username}/activity`, model.ofUser(id))
    await expectList(`/users/${username}/games`, model.gamesOf(id))
    for (const topic of ['checkins', 'discussions']) {
      await expectList(`/users/${username}/${topic}`, model.ofUser(id, topic))
    }
  }
}
