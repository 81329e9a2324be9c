import { useMemo } from 'react'
import { useAccount } from '../../api/queries.ts'
import { type Formats, none, useFormats } from '../../figures/formats.ts'
import { titleOf } from '../../figures/metrics.ts'
import { channelName } from '../../figures/names.ts'
import { writeMetric } from '../../reports/metrics.ts'
import type { Cells, ReportResult } from '../../reports/report.ts'
import { useReport } from '../../reports/use-reports.ts'
import { type DataColumn, DataTable } from '../../tables/data-table.tsx'
import type { View } from '../../view/view.ts'
import { ToImport } from '../to-import.tsx'
import { type Payback, paybackOf } from './payback.ts'
import { QuestionCard } from './question-card.tsx'
import { costQuestion, roasQuestion, shownAges } from './questions.ts'
import { returnedMetric, roasByChannel } from './returns.ts'

/** What each channel cost, what came back of it by age, and when it pays back. */
export function ChannelsCard({ view }: { view: View }) {
  const { today } = useAccount()
  const question = roasQuestion(view, today)
  const [cost, roas] = [useReport(costQuestion(view, today)), useReport(question)]
  return (
    <QuestionCard title="Channels" question={question} answers={[cost, roas]}>
      {cost.data && roas.data && <Channels cost={cost.data} roas={roas.data} />}
    </QuestionCard>
  )
}

interface Channel {
  readonly name: string
  readonly cost: Cells
  readonly roas: ReadonlyMap<number, string>
  readonly payback: Payback | null
}

function Channels({ cost, roas }: { cost: ReportResult; roas: ReportResult }) {
  const formats = useFormats()
  const metric = returnedMetric(roas, 'roas')
  const channels = useMemo((): Channel[] => {
    const found = roasByChannel(roas.rows, metric)
    return cost.rows.map((row) => {
      const points = found.get(row.channel!) ?? []
      return {
        name: row.channel!,
        cost: row,
        roas: new Map(points.map(({ age, cell }) => [age, cell])),
        payback: paybackOf(points),
      }
    })
  }, [cost, roas, metric])
  const columns = useMemo(() => columnsOf(cost.totals, formats), [cost, formats])
  if (channels.length === 0) {
    return (
      <ToImport columns="date,app_id,channel,campaign,country,impressions,clicks,installs,cost">
        No cost is known for these days and filters.
      </ToImport>
    )
  }
  return (
    <>
      <DataTable
        label="Cost and returns by channel"
        cards
        columns={columns}
        rows={channels}
        keyOf={({ name }) => name}
        attributesOf={({ name }) => ({ 'data-channel': name })}
      />
      <p className="note">
        {titleOf(metric)} on a day: what users who installed on the chosen days had brought
        {metric === 'ad_roas' ? ' with ads' : ''} up to that age, per cost of these days of install.
        Only cohorts that have reached the age count, so young ages have more of them. Payback is
        the first known age at which it reaches {formats.share('1')}.
      </p>
      {roas.rows.length === 0 && (
        <ToImport columns="date,app_id,source,channel,country,age,cohort_users,active_users,ad_revenue,other_revenue">
          What came back of it is unknown: no cohorts are known.
        </ToImport>
      )}
    </>
  )
}

function columnsOf(totals: Cells, formats: Formats): DataColumn<Channel>[] {
  const ofCost = (name: 'cost' | 'spend_installs' | 'cpi'): DataColumn<Channel> => {
    const write = (row: Cells) => writeMetric(formats, name, row[name] ?? null)
    return {
      id: name,
      header: titleOf(name),
      isNumber: true,
      cell: ({ cost }) => write(cost),
      footer: write(totals),
    }
  }
  return [
    {
      id: 'channel',
      header: 'Channel',
      cell: ({ name }) => channelName(name),
      footer: 'All channels',
    },
    ofCost('cost'),
    ofCost('cpi'),
    ofCost('spend_installs'),
    ...shownAges.map(
      (age): DataColumn<Channel> => ({
        id: `age ${age}`,
        header: `Day ${age}`,
        isNumber: true,
        cell: ({ roas }) => formats.share(roas.get(age) ?? null),
      }),
    ),
    {
      id: 'payback',
      header: 'Payback',
      cell: ({ payback }) => paybackText(payback, formats),
    },
  ]
}

function paybackText(payback: Payback | null, formats: Formats): string {
  if (payback === null) return none
  if (payback.age !== null) return `${payback.isExact ? 'On' : 'By'} day ${payback.age}`
  const { age, roas } = payback.oldest
  return `Not yet: ${formats.share(String(roas))} on day ${age}`
}
