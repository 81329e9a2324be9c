import { withoutFormula } from '../../../../src/values/csv.ts'
import { useAccount, useAction, useAnswer } from '../../api/queries.ts'
import type { ClosedMonthAnswer, MoneyAnswer } from '../../api/wire.ts'
import { Sparkline } from '../../charts/sparkline.tsx'
import { QuietButton } from '../../controls/quiet-button.tsx'
import { useFormats } from '../../figures/formats.ts'
import { Card } from '../../layout/card.tsx'
import { ConfirmDialog } from '../../layout/confirm-dialog.tsx'
import { Failure, LoadedList } from '../../layout/states.tsx'
import { csvText } from '../../tables/csv-text.ts'
import { ListTable } from '../../tables/list-table.tsx'
import { saveFile } from '../../tables/save-file.ts'
import { PageLink } from '../../view/page-link.tsx'
import { Amount, monthText, networkColumn, stateTexts } from './cells.tsx'
import { CloseMonth } from './close-month.tsx'
import styles from './money.module.css'

/** The months with their states, and what closes them. */
export function MonthList() {
  const query = useAnswer('money/months')
  const months = query.data?.months ?? []
  return (
    <>
      {months.length > 0 && (
        <div className="actions">
          <CloseMonth months={months} />
          {months.some(({ entry }) => entry !== null) && <JournalButton />}
        </div>
      )}
      <LoadedList
        query={query}
        rowsOf={({ months: all }) => all}
        empty="Nothing was reported yet"
        advice={
          <p>
            <PageLink to="/dashboard/imports">Import figures</PageLink>, and you can close their
            months here.
          </p>
        }
      >
        {(all) => <MonthTable months={all} />}
      </LoadedList>
    </>
  )
}

const journalColumns = ['date', 'account', 'debit', 'credit', 'currency', 'reference'] as const

/** Downloads the journal of the closed months, for bookkeeping. */
function JournalButton() {
  const { refetch, isFetching, error } = useAnswer('money/journal', {}, { enabled: false })
  const save = async () => {
    const { data } = await refetch()
    if (!data) return
    const rows = data.lines.map((line) => journalColumns.map((name) => withoutFormula(line[name])))
    saveFile(
      'adtally-journal.csv',
      new Blob([csvText([journalColumns, ...rows])], { type: 'text/csv' }),
    )
  }
  return (
    <>
      <QuietButton disabled={isFetching} onClick={save}>
        Download journal
      </QuietButton>
      <Failure error={error} />
    </>
  )
}

/** The last closed month can be opened again. */
function MonthTable({ months }: { months: readonly ClosedMonthAnswer[] }) {
  const formats = useFormats()
  const mayManage = useAccount().permissions.includes('manage')
  const reopening = useAction('money/months/reopen')
  return (
    <>
      <Failure error={reopening.error} isCard />
      <ListTable
        label="Months"
        className={styles.months!}
        rows={months}
        keyOf={({ month }) => month}
        attributesOf={({ month }) => ({ 'data-month': month })}
        columns={[
          { title: 'Month', cell: ({ month }) => monthText(month, formats) },
          { title: 'State', cell: ({ state }) => stateTexts[state] },
          { title: 'Reported', isNumber: true, cell: ({ reported }) => <Amount of={reported} /> },
          {
            title: 'Restated since',
            isNumber: true,
            cell: ({ restated }) => <Amount of={restated} isChange />,
          },
          { title: 'Paid', isNumber: true, cell: ({ paid }) => <Amount of={paid} /> },
          {
            title: 'Closed',
            cell: ({ closed_at: at, closed_by: by, entry }) =>
              at !== null && (
                <>
                  {formats.instant(at)} by <bdi>{by ?? 'the operator'}</bdi>{' '}
                  <small>as of import {entry}</small>
                </>
              ),
          },
        ]}
        actionsOf={({ month, may_reopen: mayReopen }) =>
          mayManage &&
          mayReopen && (
            <ConfirmDialog
              label="Open again"
              about={monthText(month, formats)}
              title={`Open ${monthText(month, formats)} again?`}
              text="Withdraws the close. The month has its current figures again, and its lines can be changed."
              action="Open again"
              onConfirm={() => reopening.mutate({ month })}
            />
          )
        }
      />
    </>
  )
}

/** How much of what networks reported they paid, and its course over the months. */
export function PaidRatios({ money: { paid_ratios: ratios, months } }: { money: MoneyAnswer }) {
  const formats = useFormats()
  const known = ratios.filter(({ paid_ratio: ratio }) => ratio !== null)
  if (known.length === 0) return null
  const courseOf = (of: string) =>
    months.flatMap(({ network, paid_ratio: ratio }) =>
      network === of && ratio !== null ? [Number(ratio)] : [],
    )
  return (
    <Card title="Paid ratio by network">
      <p className="note">Paid ÷ reported, of the months that were paid or are late.</p>
      <ListTable
        label="Paid ratios"
        isCard={false}
        className={styles.ratios!}
        rows={known}
        keyOf={({ network }) => network}
        attributesOf={({ network }) => ({ 'data-ratio': network })}
        columns={[
          networkColumn,
          {
            title: 'Paid ratio',
            isNumber: true,
            cell: ({ paid_ratio: ratio }) => formats.share(ratio),
          },
          { title: 'By month', cell: ({ network }) => <Sparkline points={courseOf(network)} /> },
        ]}
      />
    </Card>
  )
}
