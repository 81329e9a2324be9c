import { Type } from 'typebox'
import { monthStateOf, type ShareBook } from '../../partners/partner.ts'
import { refuse } from '../../partners/refusals.ts'
import { totalOf } from '../../partners/statement.ts'
import { statementDocuments } from '../../partners/statement-documents.ts'
import { ShareBookChangedError } from '../../records/partners/share-books.ts'
import { parseDay } from '../../values/day.ts'
import { formatMonth, lastDayOfMonth } from '../../values/months.ts'
import type { Lease } from '../connections/with-lease.ts'
import { dryRun, login } from '../fields.ts'
import { month, readMonth } from '../money/money-fields.ts'
import type { Services } from '../services.ts'
import { useCase } from '../use-case.ts'
import { auditedAccounts, changeBook, findPartner, partnerIn } from './change-book.ts'
import {
  type ComposedStatement,
  composeStatement,
  type StatementPlace,
} from './compose-statement.ts'
import { makeSharesInTurn } from './make-shares.ts'
import { ofPartner } from './partner-fields.ts'
import { signerOf } from './signing-key.ts'
import { type StatementView, toStatementView } from './statement-view.ts'

/**
 * Approves a partner's month: issues its statement, and keeps the partner's figures of it as they are. With `dryRun`, only
 * tells what the statement would say.
 */
export const approveMonth = useCase({
  name: 'approve-partner-month',
  request: { ...ofPartner, month, dryRun, by: Type.Optional(login) },
  run: async (services, request, { signal }): Promise<StatementView> => {
    const { network, partner } = await findPartner(services, request)
    const month = readMonth(request.month)
    const issued = await issueWhenMade(services, { network, partner, month }, request, signal)
    return toStatementView(issued, 'approved')
  },
  audit: async ({ dryRun, account, partner, month }, { number, total }, services) =>
    dryRun === true
      ? []
      : (await auditedAccounts(services, { account, partner })).map((one) => ({
          action: 'statement_issued',
          account: one,
          facts: { partner, month, statement: number, total },
        })),
})

/**
 * Makes net figures, and issues the statement under the same lease; again when the rules change meanwhile. A hidden month is
 * shown first, once nothing else refuses it.
 */
async function issueWhenMade(
  services: Services,
  { network, partner, month }: Omit<StatementPlace, 'book'>,
  { dryRun, by }: { readonly dryRun?: boolean; readonly by?: string },
  signal: AbortSignal,
): Promise<ComposedStatement> {
  for (;;) {
    let made: { readonly composed: ComposedStatement; readonly isHidden: boolean } | null = null
    const work = async (book: ShareBook, lease: Lease) => {
      const place = { network, book, partner: partnerIn(book, network, partner.username), month }
      const state = monthStateOf(book, place.partner, month)
      if (state === 'approved') {
        const facts = { partner: partner.username, month: formatMonth(month) }
        throw refuse('month_approved', facts)
      }
      const composed = await composeStatement(services, place, lease.signal)
      await lease.assertLease()
      const isHidden = state === 'hidden' && dryRun !== true
      if (dryRun !== true && !isHidden) await issue(services, place, composed, by)
      made = { composed, isHidden }
    }
    if (!(await unlessChanged(makeSharesInTurn(services, network, signal, work)))) continue
    const done = made as { composed: ComposedStatement; isHidden: boolean } | null
    if (done === null) throw new Error('A partner has a network with a share book.')
    if (!done.isHidden) return done.composed
    await showMonth(services, { network, partner, month }, signal)
  }
}

/** @returns false when a share book changed meanwhile */
async function unlessChanged(work: Promise<unknown>): Promise<boolean> {
  try {
    await work
    return true
  } catch (error) {
    if (error instanceof ShareBookChangedError) return false
    throw error
  }
}

const showMonth = (
  services: Services,
  { network, partner, month }: Omit<StatementPlace, 'book'>,
  signal: AbortSignal,
) =>
  changeBook(
    services,
    network,
    (book) => {
      const { id } = partnerIn(book, network, partner.username)
      return {
        days: { firstDay: month, lastDay: lastDayOfMonth(month) },
        write: (writer) => writer.setMonth(id, month, 'provisional'),
      }
    },
    signal,
  )

async function issue(
  services: Services,
  { network, book, partner, month }: StatementPlace,
  { statement, corrections, entry }: ComposedStatement,
  by: string | undefined,
): Promise<void> {
  const signer = await signerOf(services, network)
  const mark = await services.networkMarks.mark(network.id)
  const documents = statementDocuments(statement, signer, {
    name: mark.name ?? network.username,
    logo: mark.logo,
    accent: mark.accent,
    showsPoweredBy: mark.showsPoweredBy,
  })
  await services.shareBooks.change(network.id, book.version, null, (writer) =>
    writer.addStatement(
      {
        partnerId: partner.id,
        month,
        number: statement.number,
        rulesVersion: book.version,
        entry,
        netMicros: statement.shares.reduce((sum, { netMicros }) => sum + netMicros, 0n),
        corrections,
        totalMicros: totalOf(statement),
        dueDay: parseDay(statement.dueOn)!,
        issuedAtMs: statement.issuedAt * 1_000,
        documents,
      },
      { by: by ?? null },
    ),
  )
}
