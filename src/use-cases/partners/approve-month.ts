import { Type } from 'typebox'
import { monthStateOf } from '../../partners/partner.ts'
import { refuse } from '../../partners/refusals.ts'
import { totalOf } from '../../partners/statement.ts'
import { statementDocuments } from '../../partners/statement-documents.ts'
import { ShareBookChangedError } from '../../records/partners/share-books.ts'
import { parseDay } from '../../values/day.ts'
import { dryRun, login } from '../fields.ts'
import { month, readMonth } from '../money/money-fields.ts'
import type { Services } from '../services.ts'
import { useCase } from '../use-case.ts'
import { changeBook, findPartner, partnerIn } from './change-book.ts'
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
    const { network, book, partner } = await findPartner(services, request)
    const month = readMonth(request.month)
    if (monthStateOf(book, partner, month) === 'approved') {
      throw refuse('month_approved', { partner: partner.username, month: request.month })
    }
    if (monthStateOf(book, partner, month) === 'hidden' && request.dryRun !== true) {
      const write = { month, state: 'provisional' } as const
      await changeBook(
        services,
        network,
        (now) => {
          const { id } = partnerIn(now, network, partner.username)
          return {
            days: { firstDay: month, lastDay: month },
            write: (writer) => writer.setMonth(id, write.month, write.state),
          }
        },
        signal,
      )
    }
    const issued = await issueWhenMade(services, { network, partner, month }, request, signal)
    return toStatementView(issued, 'approved')
  },
  audit: ({ dryRun, account, partner, month }, { number, total }) =>
    dryRun === true
      ? []
      : [account, partner].map((one) => ({
          action: 'statement_issued',
          account: one,
          facts: { partner, month, statement: number, total },
        })),
})

/** Makes net figures, and issues the statement under the same lease; again when the rules change meanwhile. */
async function issueWhenMade(
  services: Services,
  { network, partner, month }: Omit<StatementPlace, 'book'>,
  { dryRun, by }: { readonly dryRun?: boolean; readonly by?: string },
  signal: AbortSignal,
): Promise<ComposedStatement> {
  for (;;) {
    let issued: ComposedStatement | null = null
    try {
      await makeSharesInTurn(services, network, signal, async (book, lease) => {
        const place = { network, book, partner: partnerIn(book, network, partner.username), month }
        const composed = await composeStatement(services, place, lease.signal)
        await lease.assertLease()
        if (dryRun !== true) await issue(services, place, composed, by)
        issued = composed
      })
    } catch (error) {
      if (error instanceof ShareBookChangedError) continue
      throw error
    }
    if (issued === null) throw new Error('A partner has a network with a share book.')
    return issued
  }
}

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
