import type { PartnerApp } from '../../partners/partner.ts'
import { refuse } from '../../partners/refusals.ts'
import type { Account } from '../../publishers/account.ts'
import type { App } from '../../publishers/app.ts'
import type { Services } from '../services.ts'
import { sharesSource } from './make-shares.ts'

/** @throws Refusal `partner_account`: the figures of a partner come from its network, and change with it alone */
export async function refusePartner(
  { shareBooks }: Pick<Services, 'shareBooks'>,
  { id, username }: Account,
): Promise<void> {
  if (await shareBooks.partnerOf(id)) throw refuse('partner_account', { username })
}

/**
 * @throws Refusal `entry_of_shares`: net figures would be made again
 * @throws Refusal `partner_account` for ad figures that an account had before it became a partner: they would come back
 */
export async function refuseShares(
  { accounts, ledger, shareBooks }: Pick<Services, 'accounts' | 'ledger' | 'shareBooks'>,
  id: number,
): Promise<void> {
  const [entry] = await ledger.entries(id + 1, 1)
  if (entry?.id !== id) return
  if (entry.source === sharesSource) throw refuse('entry_of_shares', { id })
  const changed = entry.changes.filter(
    ({ impressions, revenueMicros }) => impressions !== 0n || revenueMicros !== 0n,
  )
  const [partner] = await shareBooks.partnersAmong(changed.map(({ accountId }) => accountId))
  if (partner === undefined) return
  const account = await accounts.byId(partner)
  throw refuse('partner_account', { username: account?.username ?? '' })
}

/**
 * @throws Refusal `app_of_partner` when an app is a partner's on days that the app it is merged into is not: its figures
 *   would cease to be shared
 */
export async function refuseUnshared(
  { shareBooks }: Pick<Services, 'shareBooks'>,
  app: App,
  into: App,
): Promise<void> {
  const { apps, partners } = await shareBooks.read(app.accountId)
  const isShared = ({ partnerId, firstDay, lastDay }: PartnerApp) =>
    apps.some(
      (other) =>
        other.partnerId === partnerId &&
        other.app === into.key &&
        (other.firstDay === null || (firstDay !== null && other.firstDay <= firstDay)) &&
        (other.lastDay === null || (lastDay !== null && lastDay <= other.lastDay)),
    )
  const lost = apps.find((one) => one.app === app.key && !isShared(one))
  if (!lost) return
  throw refuse('merge_unshares', {
    app: app.appId,
    into: into.appId,
    partner: partners.find(({ id }) => id === lost.partnerId)!.username,
  })
}
