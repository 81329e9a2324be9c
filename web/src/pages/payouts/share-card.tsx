import { useAnswer } from '../../api/queries.ts'
import { useFormats } from '../../figures/formats.ts'
import { listed } from '../../figures/listed.ts'
import { Card } from '../../layout/card.tsx'
import { Failure, Skeleton } from '../../layout/states.tsx'
import { PageLink } from '../../view/page-link.tsx'
import { monthText } from '../money/cells.tsx'
import { payoutText, Totals } from '../partners/cells.tsx'

const maxListed = 3

/** What the account earned this month, and when its network pays. */
export function ShareCard() {
  const formats = useFormats()
  const { data: share, error, isPending, refetch } = useAnswer('share')
  if (isPending) return <Skeleton height={150} />
  if (!share) return <Failure error={error} isCard onRetry={() => refetch()} />
  const months = share.provisional.map(({ month }) => monthText(month, formats))
  return (
    <Card
      title={`Your share from ${share.network.name}`}
      actions={<PageLink to="/dashboard/payouts">Payouts</PageLink>}
    >
      <Totals
        of={{
          'Month to date': formats.figure('revenue', share.month_to_date),
          'Next payout': payoutText(share.next_payout, formats),
          'Last payout': payoutText(share.last_payout, formats),
        }}
      />
      {months.length > 0 && (
        <p className="note">Provisional, so they may still change: {listed(months, maxListed)}</p>
      )}
    </Card>
  )
}
