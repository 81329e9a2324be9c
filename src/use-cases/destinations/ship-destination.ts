import { factKinds } from '../../facts/kinds.ts'
import type { Destination } from '../../warehouse/destination.ts'
import { WarehouseError } from '../../warehouse/warehouse.ts'
import { type Lease, withLease } from '../connections/with-lease.ts'
import type { Services } from '../services.ts'
import { lostAddress, mismatchText } from './destination-faults.ts'
import { findMismatch } from './proof.ts'
import { shipAccount } from './ship-account.ts'

const kinds = Object.values(factKinds)

/** What the turns of destinations work with. */
export type ShippingServices = Pick<
  Services,
  | 'accounts'
  | 'apps'
  | 'destinations'
  | 'figures'
  | 'horizons'
  | 'ledger'
  | 'networks'
  | 'settlement'
  | 'sliceFigures'
  | 'warehouses'
>

/**
 * Brings the copy of a destination to the last entry, under its lease. Failures are noted with the destination.
 *
 * @param isChecked whether the copy is added up first
 * @returns whether it was this process's turn
 */
export async function shipDestination(
  services: ShippingServices,
  id: number,
  isChecked: boolean,
  signal: AbortSignal,
): Promise<boolean> {
  const { destinations, networks } = services
  const { nowMs, owner, hasEnded } = networks
  const find = async () => {
    const found = await destinations.byId(id)
    return found?.state === 'on' ? found : null
  }
  const leased = { store: destinations, nowMs, owner, hasEnded }
  return withLease(leased, { id, find, signal }, async (destination, lease) => {
    try {
      await ship(services, destination, isChecked, lease)
    } catch (error) {
      if (!(error instanceof WarehouseError)) throw error
      await destinations.noteFailure(id, error.message)
    }
    return true
  })
}

async function ship(
  services: ShippingServices,
  { id, accountId, kind, keepsHistory, onMismatch, isRefilled }: Destination,
  isChecked: boolean,
  { signal, assertLease }: Lease,
): Promise<void> {
  const { accounts, apps, destinations, figures, horizons, ledger, settlement, sliceFigures } =
    services
  const account = await accounts.byId(accountId)
  if (!account) return
  const address = await destinations.addressOf(id)
  if (address === null) throw new WarehouseError(lostAddress)
  const warehouse = await services.warehouses.open(kind, address, signal)
  try {
    await warehouse.prepare()
    const mismatch =
      isChecked && !isRefilled ? await findMismatch(warehouse, account.username, kinds) : null
    if (mismatch && onMismatch === 'refuse') {
      await destinations.noteFailure(id, mismatchText(mismatch), true)
      return
    }
    const { generation, entry } = await figures.states.asOf(null)
    const state = await shipAccount(
      {
        ledger,
        sliceFigures,
        appsOf: (account) => apps.everOfAccount(account),
        settlementOf: (account) => settlement.read(account),
        horizon: () => horizons.current(),
      },
      {
        warehouse,
        account,
        installation: await ledger.identity(),
        target: { generation, entry },
        keepsHistory,
        isRefilled: isRefilled || mismatch !== null,
        assertLease,
        onStep: (step) => destinations.noteState(id, step, false),
        signal,
      },
    )
    await destinations.noteState(id, state, true)
  } finally {
    await warehouse.close()
  }
}
