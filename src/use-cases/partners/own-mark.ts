import type { Account } from '../../publishers/account.ts'
import { username } from '../fields.ts'
import type { Services } from '../services.ts'
import { readsOnly, useCase } from '../use-case.ts'

/** How a partner's network looks to it. */
export interface OwnMarkView {
  readonly name: string
  readonly accent: string | null
  readonly logo: string | null
  readonly shows_powered_by: boolean
}

type MarkServices = Pick<Services, 'accounts' | 'networkMarks' | 'shareBooks'>

/** Shows how the network of a partner looks; null for an account that is no partner. */
export const showOwnMark = useCase({
  name: 'show-own-mark',
  request: { username },
  run: async (services, { username }): Promise<{ readonly mark: OwnMarkView | null }> => ({
    mark: await ownMark(services, (await services.accounts.get(username)).id),
  }),
  audit: readsOnly,
})

/** How the network of an account looks to it; null for an account that is no partner. */
export async function ownMark(
  services: MarkServices,
  accountId: number,
): Promise<OwnMarkView | null> {
  const partner = await services.shareBooks.partnerOf(accountId)
  const network = partner && (await services.accounts.byId(partner.networkId))
  return network && markOf(services, network)
}

export async function markOf(
  { networkMarks }: Pick<Services, 'networkMarks'>,
  { id, username }: Account,
): Promise<OwnMarkView> {
  const { name, accent, logo, showsPoweredBy } = await networkMarks.mark(id)
  return { name: name ?? username, accent, logo, shows_powered_by: showsPoweredBy }
}
