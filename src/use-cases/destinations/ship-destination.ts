import { factKinds } from '../../facts/kinds.ts'
import { addressFor, type Destination } from '../../warehouse/destination.ts'
import { CopyChangedError, WarehouseError } from '../../warehouse/warehouse.ts'
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
    const isRefused = destination.onMismatch === 'refuse'
    const turn = (isRefilled: boolean) =>
      ship(services, { ...destination, isRefilled }, isChecked && !isRefilled, lease)
    try {
      await turn(destination.isRefilled).catch((error: unknown) => {
        if (isRefused || !(error instanceof CopyChangedError)) throw error
        return turn(true)
      })
    } catch (error) {
      if (!(error instanceof WarehouseError)) throw error
      const isStopped = isRefused && error instanceof CopyChangedError
      await destinations.noteFailure(id, error.message, isStopped)
    }
    return true
  })
}

async function ship(
  services: ShippingServices,
  { id, accountId, kind, keepsHistory, isRefilled }: Destination,
  isChecked: boolean,
  { signal, assertLease }: Lease,
): Promise<void> {
  const { accounts, apps, destinations, figures, horizons, ledger, settlement, sliceFigures } =
    services
  const account = await accounts.byId(accountId)
  if (!account) return
  const address = await destinations.addressOf(id)
  if (address === null) throw new WarehouseError(lostAddress)
  const warehouse = await services.warehouses.open(
    kind,
    addressFor(address, account.username),
    signal,
  )
  try {
    await warehouse.prepare()
    const mismatch = isChecked ? await findMismatch(warehouse, account.username, kinds) : null
    if (mismatch) throw new CopyChangedError(mismatchText(mismatch))
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
        isRefilled,
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
