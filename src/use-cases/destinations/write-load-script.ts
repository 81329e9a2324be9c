import { Type } from 'typebox'
import { refuse } from '../../publishers/refusals.ts'
import { addressFor, allAccounts, type Destination } from '../../warehouse/destination.ts'
import { loadScript, type ScriptDialect, scriptDialects } from '../../warehouse/load-script.ts'
import { type CopiedFiles, WarehouseError } from '../../warehouse/warehouse.ts'
import { givenName, largestEntryId, oneOf, username, wholeNumber } from '../fields.ts'
import type { Services } from '../services.ts'
import { readsOnly, useCase } from '../use-case.ts'
import { lostAddress } from './destination-faults.ts'

/** Writes the statements that load the Parquet files of a destination into BigQuery or Snowflake. */
export const writeLoadScript = useCase({
  name: 'write-load-script',
  request: {
    username,
    name: givenName,
    for: oneOf(scriptDialects),
    /** Where the warehouse finds the files; derived from the destination when absent. */
    from: Type.Optional(
      Type.String({
        maxLength: 500,
        pattern: '^(gs://[A-Za-z0-9._-]+(/[A-Za-z0-9._=-]+)*|@[A-Za-z0-9_.]+(/[A-Za-z0-9._=-]+)*)$',
        description: 'gs://bucket/folder for BigQuery, @stage or @stage/folder for Snowflake',
      }),
    ),
    /** The dataset or schema of the tables; `adtally` when absent. */
    into: Type.Optional(
      Type.String({
        maxLength: 200,
        pattern: '^[A-Za-z_][A-Za-z0-9_-]*(\\.[A-Za-z_][A-Za-z0-9_]*)?$',
        description: 'a dataset or schema such as ads, or project.ads',
      }),
    ),
    since: Type.Optional(wholeNumber(1, largestEntryId)),
  },
  audit: readsOnly,
  run: async (services, { username, name, for: dialect, from, into, since }, { signal }) => {
    const destination = await findCopy(services, username, name)
    const copy = await filesOf(services, destination, username, signal)
    if (since !== undefined && since < copy.firstEntry) {
      const why = `must be at least ${copy.firstEntry}: the copy was filled anew with this entry. Without it, the script replaces all`
      throw refuse('destination_refused', { field: 'since', why })
    }
    const sql = loadScript(dialect, {
      account: username,
      copy,
      from: from ?? usualPlace(dialect, destination),
      into: (into ?? 'adtally').split('.'),
      since: since ?? null,
    })
    return { name, for: dialect, entry: copy.state.entry, sql }
  },
})

/** The copy of an account in a destination of its own, or in one of all accounts. */
async function findCopy(
  { accounts, destinations }: Pick<Services, 'accounts' | 'destinations'>,
  username: string,
  name: string,
): Promise<Destination> {
  const { id } = await accounts.get(username)
  const ofAll = await destinations.list(allAccounts)
  const found = ofAll.find((one) => one.accountId === id && one.name === name)
  return found ?? (await destinations.get(username, name))
}

async function filesOf(
  { destinations, warehouses }: Pick<Services, 'destinations' | 'warehouses'>,
  { id, name, kind }: Destination,
  username: string,
  signal: AbortSignal,
): Promise<CopiedFiles> {
  const refused = (why: string) => refuse('destination_refused', { field: 'name', why })
  const address = await destinations.addressOf(id)
  if (address === null) throw refused(`has an address that is lost. ${lostAddress}`)
  try {
    const warehouse = await warehouses.open(kind, addressFor(address, username), signal)
    try {
      if (!warehouse.filesOf) {
        throw refused(`must be a destination of Parquet files; ${name} is ${kind}`)
      }
      const files = await warehouse.filesOf(username)
      if (files === null)
        throw refused(`must be a destination that was filled; ${name} was not yet`)
      return files
    } finally {
      await warehouse.close()
    }
  } catch (error) {
    if (!(error instanceof WarehouseError)) throw error
    throw refused(`has no files that can be read. ${error.message}`)
  }
}

const googleStorage = 'storage.googleapis.com/'

function usualPlace(dialect: ScriptDialect, { target }: Destination): string {
  if (dialect === 'snowflake') return '@adtally'
  if (target.startsWith(googleStorage)) return `gs://${target.slice(googleStorage.length)}`
  throw refuse('destination_refused', {
    field: 'from',
    why: 'must be where the files are in Google Cloud Storage: gs://bucket/folder',
  })
}
