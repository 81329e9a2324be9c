import { formatMonth, monthAfter, parseMonth } from '../../../../src/values/months.ts'
import { useAccount, useAction } from '../../api/queries.ts'
import type { AnswerTo, BalanceAnswer, PartnerAnswer } from '../../api/wire.ts'
import { QuietButton } from '../../controls/quiet-button.tsx'
import { useFormats } from '../../figures/formats.ts'
import { networkName } from '../../figures/names.ts'
import { Card } from '../../layout/card.tsx'
import { FormDialog } from '../../layout/form-dialog.tsx'
import { Failure } from '../../layout/states.tsx'
import { ListTable } from '../../tables/list-table.tsx'
import { Amount, daysOfMonth, monthText } from '../money/cells.tsx'

const stateTexts = {
  hidden: 'Hidden',
  provisional: 'Provisional',
  approved: 'Approved',
  paid: 'Paid',
}

interface PartnerMonth {
  readonly month: string
  readonly state: keyof typeof stateTexts
}

export interface OfPartner {
  readonly partner: PartnerAnswer
  readonly balance: BalanceAnswer
}

/** What the partner sees of each month. */
export function Months({ partner: { partner, ...rest }, balance }: OfPartner) {
  const formats = useFormats()
  const { today, figures_from: from, figures_to: to } = useAccount()
  const setting = useAction('partners/month')
  const months = monthsOf({ partner, ...rest }, balance, { from, to })
  return (
    <Card title="Months">
      <p className="note">
        Provisional months follow your figures. Approved ones never change: later corrections come
        with the next statement.
      </p>
      <Failure error={setting.error} />
      <ListTable
        label="States of months"
        isCard={false}
        rows={months}
        keyOf={({ month }) => month}
        attributesOf={({ month }) => ({ 'data-month': month })}
        columns={[
          { title: 'Month', cell: ({ month }) => monthText(month, formats) },
          { title: 'State', cell: ({ state }) => stateTexts[state] },
        ]}
        actionsOf={({ month, state }) => {
          if (state === 'approved' || state === 'paid') return null
          const isHidden = state === 'hidden'
          return (
            <>
              <QuietButton
                aria-label={`${isHidden ? 'Show' : 'Hide'} ${monthText(month, formats)}`}
                onClick={() =>
                  setting.mutate({ partner, month, state: isHidden ? 'provisional' : 'hidden' })
                }
              >
                {isHidden ? 'Show' : 'Hide'}
              </QuietButton>
              {daysOfMonth(month).to < today && <Approve partner={partner} month={month} />}
            </>
          )
        }}
      />
    </Card>
  )
}

const maxMonths = 36

/** The months of the account's figures since the partner has apps, and those whose state was set; the newest first. */
function monthsOf(
  { apps, months, new_months: newMonths }: PartnerAnswer,
  { statements }: BalanceAnswer,
  figures: { readonly from: string | null; readonly to: string | null },
): readonly PartnerMonth[] {
  const states = new Map(months.map(({ month, state }) => [month, state]))
  for (const { month, state } of statements) states.set(month, state)
  const first = apps.map(({ from }) => from ?? '').toSorted()[0]
  if (first !== undefined && figures.from !== null) {
    const begin = first > figures.from ? first : figures.from
    for (
      let month = parseMonth(begin.slice(0, 7))!;
      formatMonth(month) <= figures.to!.slice(0, 7);
      month = monthAfter(month)
    ) {
      const text = formatMonth(month)
      if (!states.has(text)) states.set(text, newMonths)
    }
  }
  return [...states]
    .map(([month, state]) => ({ month, state: state as PartnerMonth['state'] }))
    .toSorted((one, other) => (one.month < other.month ? 1 : -1))
    .slice(0, maxMonths)
}

type Previewed = AnswerTo<'POST /partners/approve'>

/** A dialog that shows what a month's statement would say, and issues it. */
function Approve({ partner, month }: { partner: string; month: string }) {
  const formats = useFormats()
  const preview = useAction('partners/approve', 'nothing')
  const approving = useAction('partners/approve')
  const title = monthText(month, formats)
  const found = preview.data
  return (
    <FormDialog
      opener="Approve"
      about={title}
      title={`Approve ${title}`}
      onOpen={() => preview.mutate({ partner, month, dry_run: true })}
      sends={[preview, approving]}
      onSubmit={(_, close) => approving.mutate({ partner, month }, { onSuccess: close })}
      submit="Approve the month"
      isIncomplete={!found}
    >
      <div role="status">
        {preview.isPending && 'Reading the figures'}
        {found && <Preview of={found} />}
      </div>
      {found && (
        <label className="field inline">
          <input type="checkbox" required />
          {formats.figure('revenue', found.total)} is right. The statement will never change.
        </label>
      )}
    </FormDialog>
  )
}

function Preview({ of: statement }: { of: Previewed }) {
  const formats = useFormats()
  const { shares, corrections, adjustments } = statement
  const parts = [
    ...shares.map(({ app_name: app, network, share, net }) => [
      `${app}, ${networkName(network)}, ${share}`,
      net,
    ]),
    ...corrections.map(({ month, amount }) => [
      `Correction of ${monthText(month, formats)}`,
      amount,
    ]),
    ...adjustments.map(({ reason, amount }) => [reason, amount]),
  ] as const
  return (
    <>
      <ul>
        {parts.slice(0, maxParts).map(([text, amount], place) => (
          <li key={place}>
            <bdi>{text}</bdi>: <Amount of={amount!} />
          </li>
        ))}
      </ul>
      {parts.length > maxParts && (
        <p className="note">Not listed: {formats.count(parts.length - maxParts)} more.</p>
      )}
      <p>
        Statement {statement.number}: {formats.figure('revenue', statement.total)} in total, due on{' '}
        {formats.day(statement.due_on, 'short')}.
      </p>
    </>
  )
}

/** The lines that a preview lists. */
const maxParts = 20
