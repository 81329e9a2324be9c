import type { FactKind } from '../../facts/fact-kind.ts'
import { factKinds } from '../../facts/kinds.ts'
import { addressFor, type Destination } from '../../warehouse/destination.ts'
import { WarehouseError } from '../../warehouse/warehouse.ts'
import { destinationOwner, givenName } from '../fields.ts'
import type { Services } from '../services.ts'
import { readsOnly, useCase } from '../use-case.ts'
import { lostAddress, mismatchText } from './destination-faults.ts'
import { findMismatch } from './proof.ts'

const kinds: readonly FactKind[] = Object.values(factKinds)

/** Opens a warehouse, creates the tables that it lacks, and adds up its copy. */
export const testDestination = useCase({
  name: 'test-destination',
  request: { username: destinationOwner, name: givenName },
  audit: readsOnly,
  run: async (services, { username, name }, { signal }) => {
    for (const one of await services.destinations.named(username, name)) {
      const error = await faultOf(services, one, signal)
      if (error !== null) return { name, works: false, error }
    }
    return { name, works: true, error: null }
  },
})

/** @returns null when the copy is as it should be */
async function faultOf(
  { accounts, destinations, warehouses }: Services,
  { id, accountId, kind }: Destination,
  signal: AbortSignal,
): Promise<string | null> {
  const account = await accounts.byId(accountId)
  const address = await destinations.addressOf(id)
  if (address === null || !account) return lostAddress
  const { username } = account
  try {
    const warehouse = await warehouses.open(kind, addressFor(address, username), signal)
    try {
      await warehouse.prepare()
      const mismatch = await findMismatch(warehouse, username, kinds)
      return mismatch && mismatchText(mismatch)
    } finally {
      await warehouse.close()
    }
  } catch (error) {
    if (!(error instanceof WarehouseError)) throw error
    return error.message
  }
}
