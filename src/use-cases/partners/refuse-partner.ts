import { refuse } from '../../partners/refusals.ts'
import type { Account } from '../../publishers/account.ts'
import type { Services } from '../services.ts'
import { sharesSource } from './make-shares.ts'

/** @throws Refusal `partner_account`: the figures of a partner come from its network, and change with it alone */
export async function refusePartner(
  { shareBooks }: Pick<Services, 'shareBooks'>,
  { id, username }: Account,
): Promise<void> {
  if (await shareBooks.partnerOf(id)) throw refuse('partner_account', { username })
}

/** @throws Refusal `entry_of_shares`: net figures would be made again */
export async function refuseShares(
  { ledger }: Pick<Services, 'ledger'>,
  id: number,
): Promise<void> {
  const [entry] = await ledger.byIds([id])
  if (entry?.source === sharesSource) throw refuse('entry_of_shares', { id })
}
