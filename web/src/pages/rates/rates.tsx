import { useAccount, useAction, useAnswer } from '../../api/queries.ts'
import type { RateSourceAnswer } from '../../api/wire.ts'
import { QuietButton } from '../../controls/quiet-button.tsx'
import { DayRange } from '../../figures/day-range.tsx'
import { useFormats } from '../../figures/formats.ts'
import { plural } from '../../figures/plural.ts'
import { visible } from '../../figures/visible.ts'
import { PageTitle } from '../../layout/page-title.tsx'
import { Failure, LoadedList } from '../../layout/states.tsx'
import { ListTable } from '../../tables/list-table.tsx'
import { PageLink } from '../../view/page-link.tsx'
import { useConnections } from '../connections/use-connections.ts'
import { AddRates } from './add-rates.tsx'
import { ApplyRates } from './apply-rates.tsx'
import { countsText } from './counts-text.ts'

/** The rates that the account's money is converted by, and the days that wait for one. */
export default function Rates() {
  const { currency, permissions } = useAccount()
  const rates = useAnswer('rates')
  const mayManage = permissions.includes('manage')
  return (
    <>
      <PageTitle of="/dashboard/rates" />
      <p className="under-title">
        Money in other currencies is converted to {currency} when it is imported, by the rate of its
        day.
      </p>
      {mayManage && <RateActions mayFetch={rates.data?.may_fetch ?? false} />}
      <WaitingDays />
      <LoadedList
        query={rates}
        rowsOf={({ sources }) => sources}
        empty="No rates yet"
        advice={
          <>
            <p>
              Without rates, reports in other currencies than {currency} are refused, and days of
              connections wait.
            </p>
            <p>
              {mayManage
                ? 'Add a file of rates, or fetch those of the European Central Bank.'
                : 'Ask an owner of this account to add rates.'}
            </p>
          </>
        }
      >
        {(sources) => <RateTable sources={sources} />}
      </LoadedList>
    </>
  )
}

function RateActions({ mayFetch }: { mayFetch: boolean }) {
  const formats = useFormats()
  const { data, error, isPending, mutate } = useAction('rates/fetch', 'all')
  return (
    <>
      <div className="actions">
        <AddRates />
        {mayFetch && (
          <QuietButton disabled={isPending} onClick={() => mutate({})}>
            Fetch now
          </QuietButton>
        )}
        <ApplyRates />
      </div>
      <Failure error={error} isCard />
      {data && (
        <p className="card" role="status">
          European Central Bank: {countsText(data, formats)}
        </p>
      )}
    </>
  )
}

function WaitingDays() {
  const { data } = useConnections()
  const waiting = (data?.connections ?? []).filter(({ days }) => days.waiting > 0)
  return waiting.map(({ name, network, days }) => (
    <p key={name} className="card failure">
      {plural(days.waiting, {
        one: `${days.waiting} day waits for a rate: `,
        other: `${days.waiting} days wait for a rate: `,
      })}
      <PageLink to="/dashboard/connections/of/$name" params={{ name }}>
        {network}
      </PageLink>
    </p>
  ))
}

function RateTable({ sources }: { sources: readonly RateSourceAnswer[] }) {
  const formats = useFormats()
  return (
    <ListTable
      label="Currency rates"
      className="rates"
      rows={sources}
      keyOf={({ source, is_own: isOwn, currency }) => `${isOwn} ${currency} ${source}`}
      attributesOf={({ source }) => ({ 'data-source': source })}
      columns={[
        { title: 'Source', cell: ({ source }) => visible(source) },
        {
          title: 'Used by',
          cell: ({ is_own: isOwn }) => (isOwn ? 'This account, used first' : 'All accounts'),
        },
        {
          title: 'Currencies',
          cell: ({ currency, bases }) => `1 ${currency} in ${bases.join(', ')}`,
        },
        {
          title: 'Days',
          cell: ({ first_day: from, last_day: to }) => <DayRange from={from} to={to} />,
        },
        { title: 'Rates', cell: ({ rates }) => formats.count(rates), isNumber: true },
      ]}
    />
  )
}
