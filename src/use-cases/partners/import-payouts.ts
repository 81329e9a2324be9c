import { Type } from 'typebox'
import type { PartnerPayout } from '../../partners/owed.ts'
import type { Partner } from '../../partners/partner.ts'
import type { GivenLine } from '../../settlement/given-line.ts'
import {
  maxStatementCharacters,
  readStatementFile,
} from '../../settlement/readers/read-statement-file.ts'
import { formatDay } from '../../values/day.ts'
import { formatMicros } from '../../values/decimal.ts'
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
 * before, also by hand with its day and amount, is not recorded again.
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
    const lines: BankLine[] = []
    for (const file of files) {
      const given = await readTextFile(file, maxStatementCharacters, services, signal)
      const read = await withDeadline(services.importLimits, signal, (reading) =>
        readStatementFile({ ...given, mapping, direction: 'outgoing' }, reading),
      )
      lines.push(...numbered(read.lines))
    }
    const { partners } = await services.shareBooks.read(network.id)
    const issued = await services.partnerStatements.issued(partners.map(({ id }) => id))
    const partnersById = new Map(partners.map((partner) => [partner.id, partner]))
    const found = lines.flatMap((line) => {
      const partner = line.currency === network.currency ? paidBy(line, issued, partnersById) : null
      return partner ? [{ partner, line, payout: payoutOf(line, partner) }] : []
    })
    const known = await services.partnerStatements.payouts([...partnersById.keys()])
    const keyOf = (one: { partnerId: number; reference: string }) =>
      `${one.partnerId} ${one.reference}`
    const recorded = new Set(known.map(keyOf))
    const isNew = ({ payout, line }: { payout: ReturnType<typeof payoutOf>; line: BankLine }) => {
      if (line.nth === 1 && known.some((one) => isRecordedBefore(one, payout, line))) return false
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
    dryRun === true
      ? []
      : payouts.flatMap(({ partner, amount, date, reference }) =>
          [account, partner].map((one) => ({
            action: 'payouts_recorded' as const,
            account: one,
            facts: { partner, amount, date, reference },
          })),
        ),
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

/** A line, and which of the equal lines of its file it is, from 1. */
interface BankLine extends GivenLine {
  readonly nth: number
}

function numbered(lines: readonly GivenLine[]): BankLine[] {
  const counts = new Map<string, number>()
  return lines.map((line) => {
    const key = `${line.day} ${line.amountMicros} ${line.currency} ${line.reference}`
    const nth = (counts.get(key) ?? 0) + 1
    counts.set(key, nth)
    return { ...line, nth }
  })
}

/** One statement may be paid in parts, on one day too: day, amount and number make the reference unique. */
const payoutOf = ({ day, amountMicros, reference, nth }: BankLine, { id }: Partner) => ({
  partnerId: id,
  day,
  amountMicros,
  reference: [
    formatDay(day),
    formatMicros(amountMicros),
    reference,
    ...(nth > 1 ? [nth] : []),
  ].join(' '),
})

/** Whether somebody recorded the payment by hand: the bank's text has that reference. */
const isRecordedBefore = (
  known: PartnerPayout,
  { partnerId, day, amountMicros }: Omit<PartnerPayout, 'id'>,
  { reference }: BankLine,
): boolean =>
  known.partnerId === partnerId &&
  known.day === day &&
  known.amountMicros === amountMicros &&
  reference.toLowerCase().includes(known.reference.toLowerCase())
