import { Type } from 'typebox'
import { refuse } from '../../publishers/refusals.ts'
import {
  addressFor,
  allAccounts,
  destinationKinds,
  isPerAccount,
  mayKeepHistory,
  mismatchRules,
} from '../../warehouse/destination.ts'
import { WarehouseError } from '../../warehouse/warehouse.ts'
import { destinationOwner, givenName, login, oneOf } from '../fields.ts'
import { useCase } from '../use-case.ts'
import { worstOf } from './destination-view.ts'

/** Adds a warehouse that is kept a copy of an account's figures. It is filled at once, and then kept current. */
export const addDestination = useCase({
  name: 'add-destination',
  request: {
    username: destinationOwner,
    name: givenName,
    kind: oneOf(destinationKinds),
    address: Type.String({
      minLength: 1,
      maxLength: 2_000,
      writeOnly: true,
      description:
        'postgres://user:password@host:port/database, clickhouse://user:password@host:8443/database?secure=true, the name of a DuckDB file such as studio.duckdb or of a folder such as lake, or s3://KEY:SECRET@host/bucket/folder?region=REGION',
    }),
    /** Whether earlier versions of rows are kept; where they can be, when absent. */
    history: Type.Optional(Type.Boolean({ description: 'true or false' })),
    onMismatch: Type.Optional(oneOf(mismatchRules)),
    by: Type.Optional(login),
  },
  run: async (services, { username, name, kind, address, history, onMismatch, by }) => {
    const { destinations, warehouses } = services
    if (history === true && !mayKeepHistory(kind)) {
      throw refuse('destination_refused', {
        field: 'history',
        why: `must be off for ${kind}: Parquet files have only current rows`,
      })
    }
    const isOfAll = username === allAccounts
    if (isOfAll && (await services.accounts.list()).length === 0) {
      const why = `cannot be ${allAccounts} while there is no account`
      throw refuse('destination_refused', { field: 'username', why })
    }
    if (isOfAll && kind === 'duckdb' && !isPerAccount(address)) {
      const why =
        'must contain {account}, because a DuckDB file is of one account: {account}.duckdb'
      throw refuse('destination_refused', { field: 'address', why })
    }
    const target = accepted(() => warehouses.targetOf(kind, addressFor(address, 'account')))
    const added = await destinations.add(
      username,
      {
        name,
        kind,
        // The name of a file has no password.
        target: kind === 'duckdb' || kind === 'parquet' ? address : target,
        keepsHistory: history ?? mayKeepHistory(kind),
        onMismatch: onMismatch ?? 'repair',
        address,
      },
      by ?? null,
    )
    return worstOf(services, added)
  },
  audit: ({ username }, { name, kind, target }) => [
    {
      action: 'destination_added',
      account: username === allAccounts ? null : username,
      facts: { destination: name, kind, target },
    },
  ],
})

/** @throws Refusal `destination_refused` */
function accepted(read: () => string): string {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof WarehouseError)) throw error
    throw refuse('destination_refused', { field: 'address', why: error.message }, { cause: error })
  }
}
