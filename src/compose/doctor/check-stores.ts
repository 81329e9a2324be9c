import { existsSync, readFileSync } from 'node:fs'
import type { DataDirectory } from '../../config/data-directory.ts'
import type { RecordFacts } from '../../records/record-facts.ts'
import type { CheckedFigures } from '../../storage/duckdb/check-figures.ts'
import { DuckdbDatabase } from '../../storage/duckdb/database.ts'
import { readNextSecret } from '../../storage/files/next-secret.ts'
import { parseSecret } from '../../storage/files/secret-file.ts'
import { formatInstant } from '../../values/instant.ts'
import { isSecretOf } from '../check-secret.ts'
import { compareStores, refuseMismatch } from '../pair-stores.ts'
import { storePlaces } from '../store-places.ts'
import { checkSealed } from './check-sealed.ts'
import { type Finding, finding, ok } from './finding.ts'

/** Whether the secret is there, and opens all that is encrypted. */
export function checkSecret(directory: DataDirectory, facts: RecordFacts): Finding[] {
  const file = checkSecretFile(directory, facts)
  if (file.level !== 'ok') return [file]
  const secret = parseSecret(readFileSync(directory.secret, 'utf8'))!
  const lost = checkSealed(facts.sealed, secret)
  return lost.length > 0 ? lost : [file]
}

function checkSecretFile({ secret: path }: DataDirectory, { installation }: RecordFacts): Finding {
  if (!existsSync(path)) {
    return finding(
      'secret',
      'error',
      `${path} is missing: no API key can be shown, and no connection can log in.`,
      'Copy it back from where you keep it apart from the backups',
    )
  }
  if (readNextSecret(path)) {
    return finding(
      'secret',
      'warning',
      'A rotation of the secret was interrupted.',
      'Run any command, such as adtally accounts list, which completes it',
    )
  }
  const secret = parseSecret(readFileSync(path, 'utf8'))
  if (!secret) {
    return finding('secret', 'error', `${path} contains no secret.`, 'Copy it back from its copy')
  }
  if (installation.secretCheck === '' || isSecretOf(installation, secret)) {
    return ok('secret', `${path} opens what is encrypted.`)
  }
  return finding(
    'secret',
    'error',
    `${path} is not the secret that keys and credentials were encrypted with.`,
    'Copy the right one back. After a rotation, each backup needs the secret of its time',
  )
}

/** Whether the figures and the records were last used together. */
export async function checkPairing(
  directory: DataDirectory,
  { installation }: RecordFacts,
): Promise<Finding> {
  try {
    const database = await DuckdbDatabase.open({
      path: directory.figures,
      threads: 1,
      readOnly: true,
    })
    const { identity, pairing } = database
    await database.close()
    refuseMismatch(compareStores(installation, identity, pairing), storePlaces(directory))
    return ok('stores', 'The figures and the records belong together.')
  } catch (error) {
    return finding('stores', 'error', (error as Error).message, null)
  }
}

/** Finds accounts, apps and ledger entries that one store has and the other does not. */
export function checkOrphans(
  figures: Pick<CheckedFigures, 'accounts' | 'apps' | 'lastEntry'>,
  facts: RecordFacts,
): Finding[] {
  const [accounts, apps] = [new Set(facts.accounts), new Set(facts.apps)]
  const orphans = [
    counted(figures.accounts.filter((id) => !accounts.has(id)).length, 'account'),
    counted(figures.apps.filter((key) => !apps.has(key)).length, 'app'),
  ].filter((text) => text !== null)
  const found: Finding[] = []
  if (orphans.length > 0) {
    found.push(
      finding(
        'orphans',
        'warning',
        `There are figures of ${orphans.join(' and ')} that the records do not know. They are never shown.`,
        'The records are from before these were added. Restore both stores from one backup, if you have a newer one',
      ),
    )
  }
  if (facts.lastNamedEntry > figures.lastEntry) {
    found.push(
      finding(
        'orphans',
        'warning',
        `The records name import ${facts.lastNamedEntry}, and the last one is ${figures.lastEntry}.`,
        'The figures are older than the records. Import the missing files again, and fetch the days of connections again: adtally connections pull USERNAME NAME --start-date DAY --end-date DAY',
      ),
    )
  }
  if (found.length > 0) return found
  return [ok('orphans', 'All figures have an account and an app.')]
}

/** How many closed months a message lists. */
const maxListed = 5

const someOf = (names: readonly string[]): string =>
  names.slice(0, maxListed).join(', ') + (names.length > maxListed ? ', …' : '')

/** Finds closed months with figures of apps that the records do not know. */
export function checkCloses({ closesOfLostApps: found }: RecordFacts): Finding[] {
  if (found.length === 0) return []
  const months = someOf(found)
  return [
    finding(
      'orphans',
      'warning',
      `Closed months have figures of apps that the records do not know: ${months}.`,
      'Their amounts stay as they were closed, but the apps have no name. Restore a backup that has these apps',
    ),
  ]
}

const counted = (count: number, noun: string): string | null =>
  count === 0 ? null : `${count} ${noun}${count === 1 ? '' : 's'}`

/** Clocks of machines differ by less. */
const toleranceMs = 300_000

/** Whether something is dated later than now. @param lastCommittedMs null when unknown */
export function checkFutureDates(
  { lastEventMs }: RecordFacts,
  lastCommittedMs: number | null,
  now: Date,
): Finding {
  const newest = Math.max(lastEventMs ?? 0, lastCommittedMs ?? 0)
  if (newest <= now.getTime() + toleranceMs) {
    return ok('clock', `No import or event is later than now, ${formatInstant(now.getTime())}.`)
  }
  return finding(
    'clock',
    'error',
    `The last import or event is of ${formatInstant(newest)}, and the clock says ${formatInstant(now.getTime())}.`,
    'Set the clock right: timedatectl. If it was ahead before, imports keep that time until it has passed',
  )
}

/** A warehouse may be away for a while. */
const patienceMs = 3_600_000

/** Finds copies that are not kept any more, or have not been for an hour. */
export function checkDestinations(
  { failingDestinations }: Pick<RecordFacts, 'failingDestinations'>,
  now: Date,
): Finding[] {
  const isOld = (sinceMs: number) => now.getTime() - sinceMs >= patienceMs
  const found = failingDestinations
    .filter(({ isRefused, sinceMs }) => isRefused || isOld(sinceMs))
    .map(({ name }) => name)
  if (found.length === 0) return []
  return [
    finding(
      'destinations',
      'warning',
      `Copies in warehouses are not kept current: ${someOf(found)}.`,
      'adtally destinations show USERNAME NAME says why. Repair it, or fill it again: adtally destinations backfill USERNAME NAME',
    ),
  ]
}

/** Finds partners that apps are assigned to which are not there: such as after a restore of other records. */
export function checkPartners({
  partnersOfLostApps: lost,
}: Pick<RecordFacts, 'partnersOfLostApps'>): Finding[] {
  if (lost.length === 0) return []
  return [
    finding(
      'partners',
      'warning',
      `Apps of partners are not there: ${someOf(lost)}.`,
      'adtally partners show ACCOUNT PARTNER lists them. Take them from the partner: adtally partners unassign ACCOUNT PARTNER APP',
    ),
  ]
}

/** Finds channels that get nothing any more, and messages that were given up. */
export function checkChannels({ disabledChannels, deadDeliveries }: RecordFacts): Finding[] {
  const found: Finding[] = []
  if (disabledChannels.length > 0) {
    found.push(
      finding(
        'channels',
        'warning',
        `Channels get nothing any more: ${someOf(disabledChannels)}.`,
        'adtally channels list USERNAME says why. Turn them on again, or remove them',
      ),
    )
  }
  if (deadDeliveries > 0) {
    found.push(
      finding(
        'channels',
        'note',
        `${counted(deadDeliveries, 'message')} could not be delivered.`,
        'adtally messages list USERNAME --state dead lists them, and adtally messages replay sends one again',
      ),
    )
  }
  return found
}
