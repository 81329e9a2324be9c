import { useAnswer } from '../../api/queries.ts'
import type { MoneyAnswer } from '../../api/wire.ts'
import { PageTitle } from '../../layout/page-title.tsx'
import { Empty, Failed, LoadedList, Skeleton } from '../../layout/states.tsx'
import { PageLink } from '../../view/page-link.tsx'
import { useOwnSearch } from '../../view/use-own-search.ts'
import { CloseMonth } from './close-month.tsx'
import { JournalButton } from './journal-button.tsx'
import { MonthList } from './month-list.tsx'
import { PaidRatios } from './paid-ratios.tsx'
import { SettledMonth } from './settled-month.tsx'
import { SettledTable } from './settled-table.tsx'

const ownNames = ['of', 'part'] as const

/** What each network reported, billed, took and paid by month, and the close of months. */
export default function Months() {
  const { own } = useOwnSearch(ownNames)
  const { data, error, isPending, refetch } = useAnswer('money')
  return (
    <>
      <PageTitle of="/dashboard/money/months" />
      {error && <Failed error={error} onRetry={() => refetch()} />}
      {isPending && <Skeleton height={420} />}
      {data && !error && (own.of === undefined ? <All money={data} /> : <One money={data} />)}
    </>
  )
}

function All({ money }: { money: MoneyAnswer }) {
  const months = useAnswer('money/months')
  return (
    <>
      {months.data && (
        <div className="actions">
          <CloseMonth months={months.data.months} />
          {months.data.months.some(({ entry }) => entry !== null) && <JournalButton />}
        </div>
      )}
      {money.months.length > 0 && <SettledTable months={money.months} />}
      <PaidRatios money={money} />
      <LoadedList
        query={months}
        rowsOf={({ months: all }) => all}
        empty="Nothing was reported yet"
        advice={<p>Import figures, and you can close their months here.</p>}
      >
        {(all) => <MonthList months={all} />}
      </LoadedList>
    </>
  )
}

function One({ money }: { money: MoneyAnswer }) {
  const { own } = useOwnSearch(ownNames)
  const found = money.months.find(({ month, network }) => `${month} ${network}` === own.of)
  if (found) return <SettledMonth key={own.of} of={found} part={own.part} />
  return (
    <Empty title="Nothing is known of this month">
      <PageLink to="/dashboard/money/months">All months</PageLink>
    </Empty>
  )
}
