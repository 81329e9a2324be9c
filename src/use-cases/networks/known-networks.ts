import { sources } from '../../sources/all-sources.ts'
import { networkNames } from '../../sources/normalise/network-names.ts'
import { nearestName } from '../../values/nearest-name.ts'
import { refuse } from '../refusals.ts'
import type { Services } from '../services.ts'

/** The networks that Adtally or an account knows, by identifier. */
export const knownNetworks = async (
  accountId: number,
  { ledger, statementKeys }: Pick<Services, 'ledger' | 'statementKeys'>,
): Promise<ReadonlySet<string>> =>
  new Set([
    ...Object.keys(networkNames),
    ...[...sources.values()].map((source) => source.network),
    ...(await ledger.networks({ account: accountId, apps: null })),
    ...(await statementKeys.ofAccount(accountId)).map(({ network }) => network),
  ])

/** @throws Refusal `unknown_network` when nothing is known by an identifier */
export async function refuseUnknown(
  network: string,
  accountId: number,
  services: Pick<Services, 'ledger' | 'statementKeys'>,
): Promise<void> {
  const known = await knownNetworks(accountId, services)
  if (known.has(network)) return
  const names = [...known].sort()
  throw refuse('unknown_network', { network, nearest: nearestName(network, names), known: names })
}
