import { readFileSync } from 'node:fs'
import type { DataDirectory } from '../config/data-directory.ts'
import { appendEvent } from '../records/audit-log.ts'
import { InstallationRecords } from '../records/installation-records.ts'
import type { RelationalDatabase } from '../records/relational-database.ts'
import { type ResealedValues, SealedValues } from '../records/sealed-values.ts'
import { Vault } from '../sealing/vault.ts'
import { takeNextSecret, writeNextSecret } from '../storage/files/next-secret.ts'
import { checkOfSecret, newSecret, parseSecret } from '../storage/files/secret-file.ts'
import { UnusableStoreError } from '../values/unusable-store-error.ts'
import { isSecretOf, settleSecret } from './check-secret.ts'
import { openStores } from './open-stores.ts'
import { storePlaces } from './store-places.ts'

export type { SealedValue } from '../records/sealed-values.ts'

export interface RotationOptions {
  /** Has the new secret, and is not changed. When null, Adtally makes one and replaces the old one's file. */
  readonly newSecretFile: string | null
  readonly warn: (message: string) => void
}

/**
 * Replaces the secret of an installation: encrypts with a new one all that was encrypted with the old one. A
 * crash leaves the old secret or the new one, and what is encrypted with it.
 *
 * @throws UnusableStoreError when the secret cannot be replaced; it stays as it was
 * @throws DatabaseInUseError when another process has the stores open
 */
export async function rotateSecret(
  directory: DataDirectory,
  { newSecretFile, warn }: RotationOptions,
): Promise<ResealedValues> {
  const given = newSecretFile === null ? null : readGiven(newSecretFile)
  const now = () => new Date()
  const { relational, close } = await openStores(directory, {
    threads: 1,
    acceptRestore: false,
    replacesSecret: true,
    refusesUpgrade: true,
    now,
    warn,
    onLost: ({ message }) => warn(message),
    onUpgrade: warn,
  })
  try {
    const places = storePlaces(directory)
    const next = given ?? newSecret()
    const resealed = await relational.withoutOthers(async (transaction) => {
      const alone = { ...relational, reads: transaction, writes: transaction }
      const present = await settleSecret(new InstallationRecords(alone), places)
      if (given) refuseSame(newSecretFile!, given, present)
      else writeNextSecret(places.secret, next)
      return resealAll(alone, present, next, now().getTime())
    })
    const record = await new InstallationRecords(relational).read()
    if (!isSecretOf(record, next)) {
      throw new UnusableStoreError(`The secret of ${places.records} was not replaced. Try again.`)
    }
    if (!given) takeNextSecret(places.secret, next)
    return resealed
  } finally {
    await close()
  }
}

async function resealAll(
  database: Pick<RelationalDatabase, 'reads' | 'writes' | 'isServer'>,
  present: Uint8Array,
  next: Uint8Array,
  atMs: number,
): Promise<ResealedValues> {
  const values = new SealedValues(database.writes)
  const resealed = await values.reseal(new Vault(present), new Vault(next))
  const records = new InstallationRecords(database)
  const { identity } = await records.read()
  await records.write({ secretCheck: checkOfSecret(next, identity) })
  const { unopened, ...counts } = resealed
  await appendEvent(database, {
    atMs,
    action: 'secret_rotated',
    account: null,
    actor: { kind: 'command', address: null },
    facts: {
      api_keys: counts.apiKeys,
      second_factors: counts.secondFactors,
      credentials: counts.credentials,
      channels: counts.channels,
      destinations: counts.destinations,
      signing_keys: counts.signingKeys,
      unopened: unopened.length,
    },
  })
  return resealed
}

function readGiven(path: string): Uint8Array {
  const secret = parseSecret(readFileSync(path, 'utf8'))
  if (secret) return secret
  throw new UnusableStoreError(
    `${path} contains no secret. Make one: openssl rand -base64 32 > ${path}`,
  )
}

function refuseSame(path: string, given: Uint8Array, present: Uint8Array): void {
  if (!Buffer.from(given).equals(present)) return
  throw new UnusableStoreError(
    `${path} contains the current secret. Make a new one: openssl rand -base64 32 > ${path}`,
  )
}
