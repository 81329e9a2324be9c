import { useAccount, useAnswer } from '../../api/queries.ts'
import type { BalanceAnswer, PartnerAnswer } from '../../api/wire.ts'
import { useFormats } from '../../figures/formats.ts'
import { PageTitle } from '../../layout/page-title.tsx'
import { LoadedList } from '../../layout/states.tsx'
import { ListTable } from '../../tables/list-table.tsx'
import { PageLink } from '../../view/page-link.tsx'
import { Amount, numbers } from '../money/cells.tsx'
import reconcile from '../reconcile/reconcile.module.css'
import { payoutText } from './cells.tsx'
import { Mark } from './mark.tsx'

/** A partner and what it is owed. */
interface Owed {
  readonly partner: PartnerAnswer
  readonly balance: BalanceAnswer
}

/** The accounts that have a share of the account's figures. */
export default function Partners() {
  const { username } = useAccount()
  return (
    <>
      <PageTitle of="/dashboard/partners" />
      <p className="under-title">
        Accounts that see their share of the revenue of some of your apps, and nothing else.
      </p>
      <LoadedList
        query={useAnswer('partners')}
        rowsOf={({ partners, balances }) =>
          partners.flatMap((partner) => {
            const balance = balances.find((one) => one.partner === partner.partner)
            return balance ? [{ partner, balance }] : []
          })
        }
        empty="No partners"
        advice={
          <>
            <p>
              A partner is another account of this server. The operator adds it, with its share of
              the revenue:
            </p>
            <pre className={reconcile.command}>
              <code>adtally partners add {username} PARTNER --percent 70</code>
            </pre>
          </>
        }
      >
        {(rows) => (
          <>
            <PartnerTable rows={rows} />
            <Mark />
          </>
        )}
      </LoadedList>
    </>
  )
}

function PartnerTable({ rows }: { rows: readonly Owed[] }) {
  const formats = useFormats()
  return (
    <ListTable
      label="Partners"
      rows={rows}
      keyOf={({ partner }) => partner.partner}
      attributesOf={({ partner }) => ({ 'data-partner': partner.partner })}
      columns={[
        { title: 'Partner', cell: ({ partner }) => <Named partner={partner} /> },
        numbers('Apps', ({ partner }: Owed) => formats.count(partner.apps.length)),
        numbers('Open', ({ balance }: Owed) => <Amount of={balance.open} />),
        numbers('Next payout', ({ balance }: Owed) => payoutText(balance.next_payout, formats)),
        numbers('Last payout', ({ balance }: Owed) => payoutText(balance.last_payout, formats)),
      ]}
    />
  )
}

const Named = ({ partner: { partner, name, is_gone: isGone } }: { partner: PartnerAnswer }) => (
  <>
    <PageLink to="/dashboard/partners/$partner" params={{ partner }}>
      <bdi>{name}</bdi>
    </PageLink>
    <small>
      <bdi>{partner}</bdi>
      {isGone && ', deleted'}
    </small>
  </>
)
