import { setTimeout as delay } from 'node:timers/promises'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { openPostgres } from '../../src/records/database.ts'
import type { RelationalDatabase } from '../../src/records/relational-database.ts'
import { answersOf, openAccounts, plainStores, rememberedStores } from '../contracts/remembered.ts'
import { type FleetProcess, shareFleet } from './fleet.ts'
import { ask } from './load.ts'
import { sharePostgres } from './share-postgres.ts'
import { appIds, createStudio, figuresOf, studio } from './studio.ts'

/** Within this time every process sees what another one changed. */
const withinASecond = { timeout: 1_000, interval: 20 }

describe('what one process remembers', () => {
  const postgres = sharePostgres()

  const openTwo = async (): Promise<[RelationalDatabase, RelationalDatabase]> => {
    const url = await postgres().createDatabase()
    const both = [await openPostgres(url), await openPostgres(url)] as const
    onTestFinished(async () => void (await Promise.all(both.map((each) => each.close()))))
    await openAccounts(both[0])
    return [...both]
  }

  test('follows every write of another one within a second', async () => {
    const [writer, reader] = await openTwo()
    const plain = plainStores(writer)
    const remembered = rememberedStores(reader)
    for (const kind of [0, 2, 4, 1, 5, 6, 7, 8, 9, 10, 11, 12, 13, 3]) {
      // Answers that are asked for right before are remembered.
      await answersOf(remembered)
      await plain.make([kind, 0, 0, 1])
      const expected = await answersOf(plain)
      await expect.poll(() => answersOf(remembered), withinASecond).toEqual(expected)
    }
  })

  test('is fresh after a pause, however long nothing was asked', async () => {
    const [writer, reader] = await openTwo()
    const [plain, remembered] = [plainStores(writer), rememberedStores(reader)]
    await answersOf(remembered)
    await plain.make([10, 0, 0, 1])
    await new Promise((resolve) => setTimeout(resolve, 150))
    expect(await answersOf(remembered)).toEqual(await answersOf(plain))
  })

  test('is not answered while the database is away', async () => {
    const [, reader] = await openTwo()
    const remembered = rememberedStores(reader)
    expect(await remembered.apps.ofAccount(1)).toEqual([])
    const key = new Uint8Array([1])
    expect(await remembered.keys.byHash(key)).not.toBeNull()
    await postgres().kill()
    const failure = () => remembered.keys.byHash(key).then(() => '', String)
    await expect.poll(failure, withinASecond).toContain('PostgreSQL does not answer')
    await postgres().restart()
    await expect.poll(failure, { timeout: 10_000 }).toBe('')
  })
})

describe('a server beside another one', () => {
  const fleet = shareFleet()
  let processes: readonly [FleetProcess, FleetProcess]
  beforeAll(async () => {
    processes = [await fleet().serve(), await fleet().serve()]
    await createStudio(fleet())
  })

  const keyed = (key: string, name: string = studio.username) =>
    figuresOf(appIds[0])
      .replace(studio.key, key)
      .replace(`developer=${studio.username}`, `developer=${name}`)
  const statuses = (path: string) =>
    Promise.all(processes.map(async (process) => (await ask(process, path)).status))
  const create = async (name: string) => {
    const made = await fleet().works(['keys', 'create', studio.username, name, '--json'])
    return (JSON.parse(made) as { key: string }).key
  }

  /** Both servers have the key in memory when the command changes it. */
  async function expectChange(path: string, command: readonly string[], status: number) {
    // The first use of a key is written, and a server forgets what it remembers when it writes.
    for (let nth = 0; nth < 5; nth++) {
      expect(await statuses(path)).toEqual([200, 200])
      await delay(50)
    }
    await fleet().works(command)
    await expect.poll(() => statuses(path), withinASecond).toEqual([status, status])
  }

  test('refuses a key that was revoked', async () => {
    const path = keyed(await create('gone'))
    await expectChange(path, ['keys', 'revoke', studio.username, 'gone'], 401)
  })

  test('refuses apps that were taken from a key', async () => {
    const path = keyed(await create('less'))
    const narrow = ['keys', 'narrow', studio.username, 'less', '--app-id', appIds[1]]
    await expectChange(path, narrow, 404)
  })

  test('refuses a key that was replaced', async () => {
    const path = keyed(await create('old'))
    await expectChange(path, ['keys', 'rotate', studio.username, 'old', '--grace-hours', '0'], 401)
  })

  test('refuses the keys of a disabled account, until it is enabled', async () => {
    const path = keyed(studio.key)
    await expectChange(path, ['accounts', 'disable', studio.username], 401)
    await fleet().works(['accounts', 'enable', studio.username])
    await expect.poll(() => statuses(path), withinASecond).toEqual([200, 200])
  })

  test('knows an account by its new name only', async () => {
    const path = keyed(studio.key)
    await expectChange(path, ['accounts', 'rename', studio.username, 'renamed'], 401)
    expect(await statuses(keyed(studio.key, 'renamed'))).toEqual([200, 200])
    await fleet().works(['accounts', 'rename', 'renamed', studio.username])
  })
})
