import { UnusableStoreError } from '../../values/unusable-store-error.ts'

/** A migration of any store. */
export interface NamedMigration {
  /** The name of its file: the version of the tables after it, and what it does. */
  readonly name: string
  /**
   * Set when it deletes or overwrites data. Adtally copies a file before every upgrade; a server
   * runs such a migration only once the operator has allowed it.
   */
  readonly isDestructive?: true
}

/** One forward change of a store's tables. It never changes once it was released. */
export interface StoreMigration<Target> extends NamedMigration {
  /** The first release of Adtally that has it. */
  readonly release: string
  /** @param onShare called with the completed share of a long migration, from 0 to 1 */
  readonly up: (target: Target, onShare: (share: number) => void) => Promise<void>
}

/** The version of a store's tables. */
export interface FoundVersion {
  readonly version: number
  /** The release of Adtally that has it first; null when not recorded. */
  readonly release: string | null
}

/** The progress of a store's upgrade. */
export interface UpgradeProgress {
  /** The store's name in messages. */
  readonly place: string
  /** The name of the running migration. */
  readonly migration: string
  /** Its position among the migrations to run, from 1. */
  readonly position: number
  readonly count: number
  /** Its completed share, from 0 to 1. */
  readonly share: number
  /** The copy of the file before the upgrade; null for a server. */
  readonly copy: string | null
}

export type OnUpgrade = (progress: UpgradeProgress) => void

export interface UpgradeOptions {
  readonly onUpgrade?: OnUpgrade
  /** Whether tables of an earlier release are refused instead of upgraded; not when absent. */
  readonly refusesUpgrade?: boolean
  /** Names of destructive migrations that the operator allows on servers. */
  readonly allowedMigrations?: readonly string[]
}

/** The version of the tables after a migration. */
export const versionOf = ({ name }: NamedMigration): number => Number(name.slice(0, 4))

/**
 * Finds the migrations that have not run.
 *
 * @param migrations of this Adtally, oldest first
 * @param found null for a store without tables
 * @param place the store's name in messages
 * @throws UnusableStoreError when the tables are newer than all migrations, too old for them, or of no release
 */
export function pendingMigrations<Target>(
  migrations: readonly StoreMigration<Target>[],
  found: FoundVersion | null,
  place: string,
): StoreMigration<Target>[] {
  if (found === null) return [...migrations]
  const [oldest, newest] = [versionOf(migrations[0]!), versionOf(migrations.at(-1)!)]
  const { version, release } = found
  if (version > newest) {
    const why = `its tables have version ${version}, and this Adtally knows versions up to ${newest}`
    throw newerData(place, why, release)
  }
  if (version < oldest) {
    throw new UnusableStoreError(
      `${place} was written by an Adtally from before 0.1: its tables have version ${version}, and the oldest that can be upgraded is ${oldest}. Import your files again into a new data directory.`,
    )
  }
  if (!migrations.some((migration) => versionOf(migration) === version)) {
    throw unreleasedData(place, `its tables have version ${version}`)
  }
  return migrations.filter((migration) => versionOf(migration) > version)
}

/** The last commit that has all migrations between 0.1 and 0.2 one by one. */
const lastUnreleased = '6bb22a3e'

/** The error for data of a commit between releases, whose migrations were put together since. */
export const unreleasedData = (place: string, why: string): UnusableStoreError =>
  new UnusableStoreError(
    `${place} was written by a commit between releases: ${why}. Nothing was changed. Upgrade it with commit ${lastUnreleased} first: git checkout ${lastUnreleased} && npm ci && npm run -s adtally -- upgrade`,
  )

/** The error for data that a newer Adtally wrote. */
export function newerData(place: string, why: string, release: string | null): UnusableStoreError {
  const [writer, wanted] = release
    ? [`Adtally ${release} or later`, `Adtally ${release} or later`]
    : ['a newer Adtally', 'that Adtally']
  return new UnusableStoreError(
    `${place} was written by ${writer}: ${why}. Nothing was changed. Use ${wanted}, or restore a copy from before the upgrade.`,
  )
}

/** The error for a store of an earlier release where nothing may be upgraded. */
export const needsUpgrade = (
  place: string,
  pending: readonly NamedMigration[],
): UnusableStoreError =>
  new UnusableStoreError(
    `${place} is of an earlier release, and needs ${pending.length === 1 ? 'the migration' : `${pending.length} migrations:`} ${pending.map(({ name }) => name).join(', ')}. Nothing was changed. Start the server, which upgrades it, or run: adtally upgrade`,
  )

/** The error for a store whose version is missing or cannot be read. */
export function damagedData(place: string, why: string, cause?: unknown): UnusableStoreError {
  return new UnusableStoreError(
    `${place} is damaged, or Adtally did not write it: ${why}. Restore it from a backup.`,
    { cause },
  )
}

/**
 * Refuses destructive migrations on a server, unless the operator allowed them.
 *
 * @param pending migrations of tables that contain data
 */
export function refuseUnallowed(
  pending: readonly NamedMigration[],
  allowed: readonly string[],
  place: string,
): void {
  const refused = pending.find(
    ({ name, isDestructive }) => isDestructive && !allowed.includes(name),
  )
  if (!refused) return
  throw new UnusableStoreError(
    `${place} needs the migration ${refused.name}, which cannot be undone. Nothing was changed. Back up the database, then start Adtally once with ADTALLY_ALLOW_MIGRATION=${refused.name}.`,
  )
}

/** Reports the progress of each migration: its beginning, every tenth, its end. */
export function progressOf(
  place: string,
  pending: readonly NamedMigration[],
  copy: string | null,
  onUpgrade: OnUpgrade = () => undefined,
) {
  return (migration: NamedMigration): ((share: number) => void) => {
    let reported = -1
    return (share) => {
      const tenth = Math.floor(share * 10)
      if (tenth <= reported) return
      reported = tenth
      const position = pending.indexOf(migration) + 1
      const { name } = migration
      onUpgrade({ place, migration: name, position, count: pending.length, share, copy })
    }
  }
}
