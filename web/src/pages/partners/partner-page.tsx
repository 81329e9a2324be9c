import { useParams } from '@tanstack/react-router'
import { useAnswer } from '../../api/queries.ts'
import { Card } from '../../layout/card.tsx'
import { PageTitle } from '../../layout/page-title.tsx'
import { Empty, Failed, Skeleton } from '../../layout/states.tsx'
import { PageLink } from '../../view/page-link.tsx'
import { Adjustments } from './adjustments.tsx'
import { PartnerApps } from './apps.tsx'
import { Balance } from './cells.tsx'
import { Months } from './months.tsx'
import { Payouts } from './payouts.tsx'
import { Settings } from './settings.tsx'
import { Shares } from './shares.tsx'
import { StatementTable } from './statement-table.tsx'

/** A partner: what it sees, what it gets of it, and what it is owed. */
export default function PartnerPage() {
  const { partner: username } = useParams({ from: '/dashboard/partners/$partner' })
  const { data, error, isPending, refetch } = useAnswer('partners')
  const partner = data?.partners.find((one) => one.partner === username)
  const balance = data?.balances.find((one) => one.partner === username)
  const all = <PageLink to="/dashboard/partners">All partners</PageLink>
  if (data && !(partner && balance)) {
    return (
      <>
        <PageTitle>Partner not found</PageTitle>
        <Empty>
          <p>
            This account has no partner <bdi>{username}</bdi>. {all}
          </p>
        </Empty>
      </>
    )
  }
  return (
    <>
      <PageTitle>{partner?.name ?? username}</PageTitle>
      <p className="under-title">
        {all} · <bdi>{username}</bdi>
        {partner?.is_gone && ' · Its account was deleted. What it is owed stays here.'}
      </p>
      {error && <Failed error={error} onRetry={() => refetch()} />}
      {isPending && <Skeleton height={420} />}
      {partner && balance && (
        <>
          <section className="card" aria-label="Balance">
            <Balance of={balance} />
          </section>
          <Months partner={partner} balance={balance} />
          <Adjustments partner={partner} balance={balance} />
          <Card title="Statements">
            {balance.statements.length === 0 ? (
              <p className="note">Approve a month to issue its statement.</p>
            ) : (
              <StatementTable statements={balance.statements} partner={username} />
            )}
          </Card>
          <Payouts balance={balance} />
          <PartnerApps partner={partner} />
          <Shares partner={partner} />
          <Settings partner={partner} />
        </>
      )}
    </>
  )
}
