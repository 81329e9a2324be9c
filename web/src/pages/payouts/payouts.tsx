import { useAccount, useAnswer } from '../../api/queries.ts'
import type { OwnShareAnswer } from '../../api/wire.ts'
import { useFormats } from '../../figures/formats.ts'
import { Card } from '../../layout/card.tsx'
import { PageTitle } from '../../layout/page-title.tsx'
import { Empty, Failed, Skeleton } from '../../layout/states.tsx'
import { ListTable } from '../../tables/list-table.tsx'
import { Amount, monthText, numbers } from '../money/cells.tsx'
import { Balance } from '../partners/cells.tsx'
import { SigningKey } from '../partners/mark.tsx'
import { PayoutTable } from '../partners/payouts.tsx'
import { StatementTable } from '../partners/statement-table.tsx'

/** What the network of a partner owes and has paid. */
export default function Payouts() {
  const isPartner = useAccount().share_role === 'partner'
  return (
    <>
      <PageTitle of="/dashboard/payouts" />
      {isPartner ? (
        <Loaded />
      ) : (
        <Empty title="No network">
          <p>This account is no partner: nobody pays it a share of their figures.</p>
        </Empty>
      )}
    </>
  )
}

function Loaded() {
  const { data, error, isPending, refetch } = useAnswer('share')
  return (
    <>
      {error && <Failed error={error} onRetry={() => refetch()} />}
      {isPending && <Skeleton height={420} />}
      {data && <Found share={data} />}
    </>
  )
}

function Found({ share }: { share: OwnShareAnswer }) {
  const { network, statements, payouts, key } = share
  return (
    <>
      <p className="under-title">
        Your share of the revenue that <bdi>{network.name}</bdi> collects for your apps.
      </p>
      <section className="card" aria-label="Balance">
        <Balance of={share} />
      </section>
      <Card title="Statements">
        {statements.length === 0 ? (
          <p className="note">No month is approved yet.</p>
        ) : (
          <StatementTable statements={statements} />
        )}
      </Card>
      <Card title="Payouts">
        <PayoutTable payouts={payouts} />
      </Card>
      <Card title="Provisional months">
        <Provisional months={share.provisional} />
      </Card>
      {key !== null && (
        <Card title="Signatures">
          <SigningKey of={key} />
        </Card>
      )}
    </>
  )
}

function Provisional({ months }: { months: OwnShareAnswer['provisional'] }) {
  const formats = useFormats()
  if (months.length === 0) return <p className="note">Every month with figures is approved.</p>
  return (
    <>
      <p className="note">Their figures may still change. Nothing of them is owed yet.</p>
      <ListTable
        label="Shares of provisional months"
        isCard={false}
        rows={months}
        keyOf={({ month }) => month}
        attributesOf={({ month }) => ({ 'data-provisional': month })}
        columns={[
          { title: 'Month', cell: ({ month }) => monthText(month, formats) },
          { title: 'State', cell: () => 'Provisional' },
          numbers('Share', ({ net }: OwnShareAnswer['provisional'][number]) => <Amount of={net} />),
        ]}
      />
    </>
  )
}
