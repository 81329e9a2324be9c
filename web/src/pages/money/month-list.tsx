import { useAccount, useAction } from '../../api/queries.ts'
import type { ClosedMonthAnswer } from '../../api/wire.ts'
import { useFormats } from '../../figures/formats.ts'
import { ConfirmDialog } from '../../layout/confirm-dialog.tsx'
import { Failure } from '../../layout/states.tsx'
import { ListTable } from '../../tables/list-table.tsx'
import { changeText, moneyText, monthText, stateTexts } from './money-texts.ts'

/** The months with their states. The last closed one can be opened again. */
export function MonthList({ months }: { months: readonly ClosedMonthAnswer[] }) {
  const formats = useFormats()
  const mayManage = useAccount().permissions.includes('manage')
  const reopening = useAction('money/months/reopen')
  return (
    <>
      <Failure error={reopening.error} isCard />
      <ListTable
        label="Months"
        className=""
        rows={months}
        keyOf={({ month }) => month}
        attributesOf={({ month }) => ({ 'data-month': month })}
        columns={[
          { title: 'Month', cell: ({ month }) => monthText(month, formats) },
          { title: 'State', cell: ({ state }) => stateTexts[state] },
          {
            title: 'Reported',
            isNumber: true,
            cell: ({ reported }) => moneyText(reported, formats),
          },
          {
            title: 'Restated since',
            isNumber: true,
            cell: ({ restated }) => changeText(restated, formats),
          },
          { title: 'Paid', isNumber: true, cell: ({ paid }) => moneyText(paid, formats) },
          {
            title: 'Closed',
            cell: ({ closed_at: at, closed_by: by, entry }) =>
              at !== null && (
                <>
                  {formats.instant(at)} by <bdi>{by ?? 'the operator'}</bdi>
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
