import { expect, onTestFinished, test } from 'vitest'
import { openPostgres } from '../../src/records/database.ts'
import { password, peopleOf } from '../contracts/people.ts'
import { sharePostgres } from './share-postgres.ts'

const postgres = sharePostgres()
const [ada, bob] = ['ada@example.com', 'bob@example.com']

/** Two servers on one empty database. */
async function openEmpty() {
  const url = await postgres().createDatabase()
  const open = async () => {
    const database = await openPostgres(url)
    onTestFinished(() => database.close())
    return peopleOf(database)
  }
  return { one: await open(), other: await open() }
}

/** Two servers with the account `studio`, two owners and a viewer. */
async function openTwo() {
  const { one, other } = await openEmpty()
  await one.accounts.create({ username: 'studio' })
  await one.accounts.create({ username: 'hop' })
  for (const login of ['first', 'second']) await one.add('studio', login, 'owner')
  await one.add('studio', ada, 'viewer')
  return { one, other }
}

test('a change at one server holds at the other with the next request', async () => {
  const { one, other } = await openTwo()
  const token = await one.open(ada)
  const permissions = async () => {
    const found = await other.sessions.find(token)
    return found && [...found.principal.permissions]
  }
  expect(await permissions()).toEqual(['read'])
  await one.users.setRole('studio', ada, { role: 'owner', apps: null })
  expect(await permissions()).toEqual(['read', 'import', 'manage', 'finance'])
  await one.users.remove('studio', ada)
  expect(await permissions()).toBe(null)

  const second = await other.open('second')
  await one.sessions.endAll(await one.users.get('second'))
  expect(await other.sessions.find(second)).toBe(null)
  const first = await other.open('first')
  await one.accounts.disable('studio')
  expect(await other.sessions.find(first)).toBe(null)
})

test('two owners who demote each other at two servers leave one owner', async () => {
  const { one, other } = await openTwo()
  for (let round = 0; round < 10; round++) {
    for (const login of ['first', 'second']) await one.add('studio', login, 'owner')
    const outcomes = await Promise.allSettled([
      one.users.setRole('studio', 'first', { role: 'viewer', apps: null }),
      other.users.setRole('studio', 'second', { role: 'viewer', apps: null }),
    ])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  }
})

test('an invitation is accepted at one of two servers', async () => {
  const { one, other } = await openTwo()
  const { token } = await one.invitations.invite(
    'studio',
    bob,
    { role: 'editor', apps: null },
    null,
  )
  const accepted = await Promise.all(
    [one, other, one, other].map(({ invitations }) => invitations.accept(token, { password })),
  )
  expect(accepted.filter((found) => found !== null)).toHaveLength(1)
})

test('the link that a server printed last sets up both, once', async () => {
  const { one, other } = await openEmpty()
  const first = (await one.setupLinks.create())!
  const last = (await other.setupLinks.create())!
  const over = { code: 'setup_link_over' }
  await expect(other.setupLinks.check(first.token)).rejects.toMatchObject(over)
  const outcomes = await Promise.allSettled(
    [one, other, one, other].map(({ setupLinks }, place) =>
      setupLinks.setUp({ token: last.token, username: `studio${place}`, user: ada, password }),
    ),
  )
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await one.accounts.list()).toHaveLength(1)
  expect(await one.setupLinks.create()).toBe(null)
  await expect(one.setupLinks.check(last.token)).rejects.toMatchObject({ code: 'already_set_up' })
})
