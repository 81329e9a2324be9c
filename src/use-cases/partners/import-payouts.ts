import { Type } from 'typebox'
import type { Partner } from '../../partners/partner.ts'
import type { GivenLine } from '../../settlement/given-line.ts'
import {
  maxStatementCharacters,
  readStatementFile,
} from '../../settlement/readers/read-statement-file.ts'
import { formatDay } from '../../values/day.ts'
import { dryRun, login, text, username } from '../fields.ts'
import { findMapping } from '../money/find-mapping.ts'
import { readTextFile } from '../read-text-file.ts'
import { useCase } from '../use-case.ts'
import { withDeadline } from '../with-deadline.ts'
import { changeBy } from './change-book.ts'
import { type PayoutView, toPayoutView } from './statement-view.ts'

/** The payouts that the file of a bank has. */
export interface ImportedPayouts {
  /** New ones. */
  readonly payouts: readonly PayoutView[]
  /** Those that were recorded before. */
  readonly repeated: number
  /** Outgoing payments that name no statement, or are in another currency. */
  readonly others: number
}

/**
 * Records the outgoing payments of a bank's CSV whose reference has the number of a statement. A line that was recorded
 * before is not recorded again.
 */
export const importPayouts = useCase({
  name: 'import-payouts',
  request: {
    account: username,
    /** The name of a mapping of the bank's columns. */
    mapping: text(64, 'the name of a bank mapping'),
    dryRun,
    by: Type.Optional(login),
  },
  takesFiles: true,
  run: async (services, request, { files, signal }): Promise<ImportedPayouts> => {
    const network = await services.accounts.get(request.account)
    const mapping = await findMapping(request.mapping, network, services)
    const lines: GivenLine[] = []
    for (const file of files) {
      const given = await readTextFile(file, maxStatementCharacters, services, signal)
      const read = await withDeadline(services.importLimits, signal, (reading) =>
        readStatementFile({ ...given, mapping, direction: 'outgoing' }, reading),
      )
      lines.push(...read.lines)
    }
    const { partners } = await services.shareBooks.read(network.id)
    const issued = await services.partnerStatements.issued(partners.map(({ id }) => id))
    const partnersById = new Map(partners.map((partner) => [partner.id, partner]))
    const found = lines.flatMap((line) => {
      const partner = line.currency === network.currency ? paidBy(line, issued, partnersById) : null
      return partner ? [{ partner, payout: payoutOf(line, partner) }] : []
    })
    const known = await services.partnerStatements.payouts([...partnersById.keys()])
    const keyOf = (one: { partnerId: number; reference: string }) =>
      `${one.partnerId} ${one.reference}`
    const recorded = new Set(known.map(keyOf))
    const isNew = ({ payout }: { payout: ReturnType<typeof payoutOf> }) => {
      const isFirst = !recorded.has(keyOf(payout))
      recorded.add(keyOf(payout))
      return isFirst
    }
    const added = found.filter(isNew)
    if (request.dryRun !== true) {
      const payouts = added.map(({ payout }) => payout)
      await services.partnerStatements.addPayouts(payouts, changeBy(services, request.by))
    }
    return {
      payouts: added.map(({ partner, payout }) => toPayoutView(partner, payout)),
      repeated: found.length - added.length,
      others: lines.length - found.length,
    }
  },
  audit: ({ account, dryRun }, { payouts }) =>
    dryRun === true || payouts.length === 0
      ? []
      : [
          {
            action: 'payouts_recorded',
            account,
            facts: { references: payouts.map(({ reference }) => reference) },
          },
        ],
})

/** The partner whose statement a payment names; the longest number counts, because one may begin with another. */
function paidBy(
  { reference }: GivenLine,
  issued: readonly { readonly partnerId: number; readonly number: string }[],
  partners: ReadonlyMap<number, Partner>,
): Partner | null {
  const lower = reference.toLowerCase()
  const [named] = issued
    .filter(({ number }) => lower.includes(number.toLowerCase()))
    .toSorted((one, other) => other.number.length - one.number.length)
  return named ? partners.get(named.partnerId)! : null
}

/** The day is part of the reference: one statement may be paid in parts. */
const payoutOf = ({ day, amountMicros, reference }: GivenLine, { id }: Partner) => ({
  partnerId: id,
  day,
  amountMicros,
  reference: `${formatDay(day)} ${reference}`,
})
