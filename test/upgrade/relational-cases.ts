import { describe, expect, test } from 'vitest'
import type { RelationalOptions } from '../../src/records/database.ts'
import type { RelationalDatabase } from '../../src/records/relational-database.ts'
import type { UpgradeProgress } from '../../src/storage/upgrades/migration.ts'
import {
  adding,
  listUnreleased,
  secondTable,
  thirdTable,
  upgradeLedger,
  upgradeLinks,
  upTo,
  withBoth,
} from './relational-steps.ts'
import { refusalOf } from './unusable.ts'

/** A relational engine, whose stores have a path or a URL. */
export interface RelationalEngine {
  /** A place without a store. */
  readonly newPlace: () => Promise<string>
  readonly open: (place: string, options: RelationalOptions) => Promise<RelationalDatabase>
  /** Runs statements. @returns the rows of the last one */
  readonly run: (place: string, ...statements: string[]) => Promise<unknown[][]>
  /** What differs once a store was changed. */
  readonly stateOf: (place: string) => Promise<unknown>
  /** What refusals call a store. */
  readonly nameOf: (place: string) => string
  /** Statements that count changes of records, as was done until 0030-plain-reads. */
  readonly countChanges: readonly string[]
  /** A query for what is left of these. */
  readonly counters: string
}

/** The stores of an engine. */
export function storesOf({ newPlace, open, run }: RelationalEngine) {
  /** Opens and closes a store. @returns the steps of its upgrade */
  const upgrade = async (place: string, options: RelationalOptions = {}) => {
    const steps: UpgradeProgress[] = []
    const database = await open(place, { onUpgrade: (one) => steps.push(one), ...options })
    await database.close()
    return steps
  }
  /** A store with an account, of this release unless migrations are given. */
  const newStore = async (options?: RelationalOptions): Promise<string> => {
    const place = await newPlace()
    await upgrade(place, options)
    await run(
      place,
      "INSERT INTO accounts (id, username, currency, created_at) VALUES (1, 'studio', 'USD', '2026')",
    )
    return place
  }
  const stepsOf = (place: string) => run(place, 'SELECT version FROM steps ORDER BY version')
  return { upgrade, newStore, stepsOf }
}

/** How the stores of every relational engine are upgraded. */
export function relationalUpgradeCases(engine: RelationalEngine): void {
  const { newPlace, open, run, stateOf, nameOf } = engine
  const { upgrade, newStore, stepsOf } = storesOf(engine)
  const usernames = (place: string) => run(place, 'SELECT username FROM accounts')

  /** Expects a refusal that changes nothing. */
  async function refusedUnchanged(place: string, options: RelationalOptions = {}) {
    const before = await stateOf(place)
    const line = await refusalOf(upgrade(place, options))
    expect(await stateOf(place)).toEqual(before)
    return line
  }

  describe('an older store', () => {
    test('gets all migrations that it lacks, in order', async () => {
      const place = await newStore()
      const steps = await upgrade(place, { migrations: withBoth })
      expect(steps.map(({ migration, position, share }) => [migration, position, share])).toEqual([
        ['0101-second', 1, 0],
        ['0101-second', 1, 1],
        ['0102-third', 2, 0],
        ['0102-third', 2, 1],
      ])
      expect(await stepsOf(place)).toEqual([[101], [102]])
      expect(await upgrade(place, { migrations: withBoth })).toEqual([])
    })

    test('does not change at all when one of its migrations fails', async () => {
      const place = await newStore()
      const up = async () => {
        throw new Error('out of luck')
      }
      const migrations = adding(secondTable, { ...thirdTable, up })
      expect(await refusalOf(upgrade(place, { migrations }))).toContain('out of luck')
      await expect(stepsOf(place)).rejects.toThrow('steps')
      expect(await upgrade(place)).toEqual([])
      await upgrade(place, { migrations: withBoth })
      expect(await stepsOf(place)).toEqual([[101], [102]])
    })

    test('has a ledger whose last entry counts for every account', async () => {
      const place = await newPlace()
      const states = await upgradeLedger((options) => open(place, options))
      expect(states).toEqual([
        [2, 2, 2],
        [3, 2, 2],
      ])
    })

    test('has links that belong to the accounts of their apps, which share no ids', async () => {
      const place = await newPlace()
      expect(await upgradeLinks((options) => open(place, options))).toEqual([
        ['id-1 app-1'],
        ['id-1 app-2', 'id-2 app-2'],
      ])
    })
  })

  test('a newer store is refused in one line that names its migration, and does not change', async () => {
    const place = await newStore()
    await upgrade(place, { migrations: withBoth })
    expect(await refusedUnchanged(place)).toBe(
      `${nameOf(place)} was written by a newer Adtally: it has the migration 0101-second, which is not in this Adtally. Nothing was changed. Use that Adtally, or restore a copy from before the upgrade.`,
    )
  })

  describe('a store of a commit between releases', () => {
    test('needs only later migrations when it has all of the last such commit', async () => {
      const place = await newStore({ migrations: upTo('0030-plain-reads') })
      await run(place, ...listUnreleased('0029-primary-sources'), ...engine.countChanges)
      const steps = await upgrade(place, { migrations: withBoth })
      expect(steps.filter(({ share }) => share === 1).map(({ migration }) => migration)).toEqual([
        ...[
          '0030-plain-reads',
          '0031-settlement',
          '0032-messages',
          '0033-depth-of-connections',
          '0034-destinations',
          '0035-destinations-of-all',
          '0036-partners',
          '0037-statement-keys',
          '0101-second',
          '0102-third',
        ],
      ])
      expect(await run(place, engine.counters)).toEqual([])
      expect(await upgrade(place, { migrations: withBoth })).toEqual([])
      expect(await usernames(place)).toEqual([['studio']])
    })

    test.each([
      ['0012-users', '6 of the 16 migrations that 0022-second-edition replaces'],
      ['0028-setup-links', '6 of the 7 migrations that 0029-third-edition replaces'],
    ])(
      'is refused when it ends with %s, in one line that names the commit to upgrade it with',
      async (last, why) => {
        const place = await newStore()
        await run(place, ...listUnreleased(last))
        expect(await refusedUnchanged(place)).toBe(
          `${nameOf(place)} was written by a commit between releases: it has ${why}. Nothing was changed. Upgrade it with commit 6bb22a3e first: git checkout 6bb22a3e && npm ci && npm run -s adtally -- upgrade`,
        )
      },
    )
  })

  test.each([
    ['without its list of migrations', 'DROP TABLE kysely_migration'],
    ['with an empty list of migrations', 'DELETE FROM kysely_migration'],
    ['with a gap in it', "DELETE FROM kysely_migration WHERE name LIKE '0003%'"],
    ['with other columns in that list', 'ALTER TABLE kysely_migration RENAME name TO n'],
    ['without its identity', 'DROP TABLE figure_state'],
    ['with two identities', "INSERT INTO figure_state VALUES ('another')"],
    ['without the state of its apps', 'DELETE FROM catalogue_state'],
  ])('a damaged store %s is refused', async (_what, statement) => {
    const place = await newStore()
    await run(place, statement)
    const message = await refusalOf(upgrade(place))
    expect(message).toContain('is damaged, or Adtally did not write it')
    expect(message).toContain(nameOf(place))
    expect(await usernames(place)).toEqual([['studio']])
  })
}
