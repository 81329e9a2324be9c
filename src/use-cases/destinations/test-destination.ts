import type { FactKind } from '../../facts/fact-kind.ts'
import { factKinds } from '../../facts/kinds.ts'
import { WarehouseError } from '../../warehouse/warehouse.ts'
import { givenName, username } from '../fields.ts'
import { readsOnly, useCase } from '../use-case.ts'
import { lostAddress, mismatchText } from './destination-faults.ts'
import { findMismatch } from './proof.ts'

const kinds: readonly FactKind[] = Object.values(factKinds)

/** Opens a warehouse, creates the tables that it lacks, and adds up its copy. */
export const testDestination = useCase({
  name: 'test-destination',
  request: { username, name: givenName },
  audit: readsOnly,
  run: async ({ destinations, warehouses }, { username, name }, { signal }) => {
    const { id, kind } = await destinations.get(username, name)
    const address = await destinations.addressOf(id)
    if (address === null) return { name, works: false, error: lostAddress }
    try {
      const warehouse = await warehouses.open(kind, address, signal)
      try {
        await warehouse.prepare()
        const mismatch = await findMismatch(warehouse, username, kinds)
        return { name, works: mismatch === null, error: mismatch && mismatchText(mismatch) }
      } finally {
        await warehouse.close()
      }
    } catch (error) {
      if (!(error instanceof WarehouseError)) throw error
      return { name, works: false, error: error.message }
    }
  },
})
