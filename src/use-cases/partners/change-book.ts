import type { Partner, PartnerApp, ShareBook } from '../../partners/partner.ts'
import { refuse } from '../../partners/refusals.ts'
import type { Account } from '../../publishers/account.ts'
import { ShareBookChangedError } from '../../records/partners/share-books.ts'
import type { Change, ShareWriter } from '../../records/partners/share-writer.ts'
import type { DaySpan } from '../../values/day.ts'
import type { Services } from '../services.ts'
import { makeSharesInTurn } from './make-shares.ts'

/** A decided change of a share book. */
export interface BookChange<Result> {
  /** The days whose net figures it may change; null for none, and without bounds for all. */
  readonly days: Partial<DaySpan> | null
  readonly write: (writer: ShareWriter) => Promise<Result>
}

/**
 * Changes the share book of a network, and makes the net figures that follow from it.
 *
 * @param decide is called again when the book changed meanwhile @throws Refusal when it cannot be changed so
 * @param signal ends the making of figures. The change is kept then, as when they cannot be made: they are made later
 */
export async function changeBook<Result>(
  services: Services,
  network: Account,
  decide: (book: ShareBook) => Promise<BookChange<Result>> | BookChange<Result>,
  signal: AbortSignal,
): Promise<Result> {
  for (;;) {
    const book = await services.shareBooks.read(network.id)
    const { days, write } = await decide(book)
    try {
      const result = await services.shareBooks.change(network.id, book.version, days, write)
      if (days !== null) await makeNow(services, network, signal)
      return result
    } catch (error) {
      if (!(error instanceof ShareBookChangedError)) throw error
    }
  }
}

/** The change is stored: what cannot be made now is made later. */
async function makeNow(services: Services, network: Account, signal: AbortSignal): Promise<void> {
  try {
    await makeSharesInTurn(services, network, signal)
  } catch (error) {
    services.warn(`Net figures are made later: ${(error as Error).message}`)
  }
}

/** @throws Refusal `unknown_partner` */
export function partnerIn({ partners }: ShareBook, { username }: Account, name: string): Partner {
  const found = partners.find((one) => one.username === name)
  if (!found) throw refuse('unknown_partner', { username, partner: name })
  return found
}

/** The network, its book and a partner of it. @throws Refusal for an unknown account or partner */
export async function findPartner(
  services: Services,
  { account, partner }: { readonly account: string; readonly partner: string },
): Promise<{ network: Account; book: ShareBook; partner: Partner }> {
  const network = await services.accounts.get(account)
  const book = await services.shareBooks.read(network.id)
  return { network, book, partner: partnerIn(book, network, partner) }
}

/** Whose audit log has what is done about a partner: an account that was deleted may have left its username to a stranger. */
export async function auditedAccounts(
  services: Services,
  request: { readonly account: string; readonly partner: string },
): Promise<string[]> {
  const { partner } = await findPartner(services, request)
  return partner.accountId === null ? [request.account] : [request.account, request.partner]
}

export const appsOf = ({ apps }: ShareBook, { id }: Partner): PartnerApp[] =>
  apps.filter(({ partnerId }) => partnerId === id)

/** A change now, by the name of its actor. */
export const changeBy = ({ now }: Services, by: string | undefined): Change => ({
  atMs: now().getTime(),
  by: by ?? null,
})
