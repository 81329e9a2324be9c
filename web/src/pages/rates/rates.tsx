import { useAccount } from '../../api/queries.ts'
import type { RateSourceAnswer } from '../../api/wire.ts'
import { DayRange } from '../../figures/day-range.tsx'
import { useFormats } from '../../figures/formats.ts'
import { visible } from '../../figures/visible.ts'
import { PageTitle } from '../../layout/page-title.tsx'
import { Empty, LoadedList, Refused } from '../../layout/states.tsx'
import { ListTable } from '../../tables/list-table.tsx'
import { ratesTexts } from '../../texts/en/rates.tsx'
import { PageLink } from '../../view/page-link.tsx'
import { useConnections } from '../connections/use-connections.ts'
import { AddRates } from './add-rates.tsx'
import { ApplyRates } from './apply-rates.tsx'
import { useRateAction, useRates } from './use-rates.ts'

/** The rates that the account's money is converted by, and the days that wait for one. */
export default function Rates() {
  const { currency, permissions } = useAccount()
  const rates = useRates()
  const mayManage = permissions.includes('manage')
  return (
    <>
      <PageTitle>{ratesTexts.rates}</PageTitle>
      <p className="under-title">{ratesTexts.about(currency)}</p>
      {mayManage && <RateActions mayFetch={rates.data?.may_fetch ?? false} />}
      <WaitingDays />
      <LoadedList
        query={rates}
        rowsOf={({ sources }) => sources}
        empty={
          <Empty title={ratesTexts.noRates}>
            <p>{ratesTexts.howRatesCome(currency)}</p>
            <p>{mayManage ? ratesTexts.howToAdd : ratesTexts.askAnOwner}</p>
          </Empty>
        }
      >
        {(sources) => <RateTable sources={sources} />}
      </LoadedList>
    </>
  )
}

function RateActions({ mayFetch }: { mayFetch: boolean }) {
  const formats = useFormats()
  const { data, error, isPending, mutate } = useRateAction('fetch')
  return (
    <>
      <div className="actions">
        <AddRates />
        {mayFetch && (
          <button type="button" className="quiet" disabled={isPending} onClick={() => mutate({})}>
            {ratesTexts.fetchNow}
          </button>
        )}
        <ApplyRates />
      </div>
      <Refused error={error} />
      {data && (
        <p className="card" role="status">
          {ratesTexts.fetched(
            formats.count(data.added),
            formats.count(data.corrected),
            formats.count(data.unchanged),
          )}
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
      {ratesTexts.waiting(
        days.waiting,
        <PageLink to="/dashboard/connections/of/$name" params={{ name }}>
          {network}
        </PageLink>,
      )}
    </p>
  ))
}

function RateTable({ sources }: { sources: readonly RateSourceAnswer[] }) {
  const formats = useFormats()
  return (
    <ListTable
      label={ratesTexts.rates}
      className="rates"
      rows={sources}
      keyOf={({ source, is_own: isOwn, currency }) => `${isOwn} ${currency} ${source}`}
      attributesOf={({ source }) => ({ 'data-source': source })}
      columns={[
        { title: ratesTexts.source, cell: ({ source }) => visible(source) },
        {
          title: ratesTexts.usedBy,
          cell: ({ is_own: isOwn }) => (isOwn ? ratesTexts.ofAccount : ratesTexts.ofAll),
        },
        {
          title: ratesTexts.currencies,
          cell: ({ currency, bases }) => ratesTexts.pairs(currency, bases.join(', ')),
        },
        {
          title: ratesTexts.days,
          cell: ({ first_day: from, last_day: to }) => <DayRange from={from} to={to} />,
        },
        { title: ratesTexts.count, cell: ({ rates }) => formats.count(rates), isNumber: true },
      ]}
    />
  )
}
