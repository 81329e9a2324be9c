import { useAccount, useAction } from '../../api/queries.ts'
import type { ClosedMonthAnswer } from '../../api/wire.ts'
import { useFormats } from '../../figures/formats.ts'
import { ConfirmDialog } from '../../layout/confirm-dialog.tsx'
import { Failure } from '../../layout/states.tsx'
import { type ListColumn, ListTable } from '../../tables/list-table.tsx'
import { column, numbers } from './columns.tsx'
import { changeText, moneyText, monthText, stateTexts } from './money-texts.ts'

/** The months with their states. The last closed one can be opened again. */
export function MonthList({ months }: { months: readonly ClosedMonthAnswer[] }) {
  const formats = useFormats()
  const mayManage = useAccount().permissions.includes('manage')
  const reopening = useAction('money/months/reopen')
  const columns: ListColumn<ClosedMonthAnswer>[] = [
    column('Month', ({ month }) => monthText(month, formats)),
    column('State', ({ state }) => stateTexts[state]),
    numbers('Reported', ({ reported }) => moneyText(reported, formats)),
    numbers('Restated since', ({ restated }) => changeText(restated, formats)),
    numbers('Paid', ({ paid }) => moneyText(paid, formats)),
    column(
      'Closed',
      ({ closed_at: at, closed_by: by, entry }) =>
        at !== null && (
          <>
            {formats.instant(at)} by <bdi>{by ?? 'the operator'}</bdi>{' '}
            <small>as of import {entry}</small>
          </>
        ),
    ),
  ]
  return (
    <>
      <Failure error={reopening.error} isCard />
      <ListTable
        label="Months"
        className=""
        rows={months}
        keyOf={({ month }) => month}
        attributesOf={({ month }) => ({ 'data-month': month })}
        columns={columns}
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
