import { useAnswer } from '../../api/queries.ts'
import { PageTitle } from '../../layout/page-title.tsx'
import { Empty, Failed, Skeleton } from '../../layout/states.tsx'
import { PageLink } from '../../view/page-link.tsx'
import { useOwnSearch } from '../../view/use-own-search.ts'
import { MonthList, PaidRatios } from './month-list.tsx'
import { SettledMonth } from './settled-month.tsx'
import { SettledTable } from './settled-table.tsx'

const ownNames = ['of', 'part'] as const

/** The close of months, and what each network reported, billed, took and paid by month. */
export default function Months() {
  const { own } = useOwnSearch(ownNames)
  const { data, error, isPending, refetch } = useAnswer('money')
  const found = data?.months.find(({ month, network }) => `${month} ${network}` === own.of)
  return (
    <>
      <PageTitle of="/dashboard/money/months" />
      {error && <Failed error={error} onRetry={() => refetch()} />}
      {isPending && <Skeleton height={420} />}
      {data && !error && own.of === undefined && (
        <>
          <MonthList />
          {data.months.length > 0 && <SettledTable months={data.months} />}
          <PaidRatios money={data} />
        </>
      )}
      {found && <SettledMonth key={own.of} of={found} part={own.part} />}
      {data && own.of !== undefined && !found && (
        <Empty title="Nothing is known of this month">
          <PageLink to="/dashboard/money/months">All months</PageLink>
        </Empty>
      )}
    </>
  )
}
