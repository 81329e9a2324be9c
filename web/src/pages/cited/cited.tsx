import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useAccount } from '../../api/queries.ts'
import { ApiError, get } from '../../api/request.ts'
import type { CitationAnswer } from '../../api/wire.ts'
import { DayRange } from '../../figures/day-range.tsx'
import { useFormats } from '../../figures/formats.ts'
import { microsOf } from '../../figures/micros.ts'
import { networkName } from '../../figures/names.ts'
import { Card } from '../../layout/card.tsx'
import { PageTitle } from '../../layout/page-title.tsx'
import { Empty, Failed, Skeleton } from '../../layout/states.tsx'
import { useNames } from '../../reports/names.ts'
import type { ReportResult } from '../../reports/report.ts'
import { ListTable } from '../../tables/list-table.tsx'
import { ReportTable } from '../../tables/report-table.tsx'
import { PageLink } from '../../view/page-link.tsx'
import { toReport } from './to-report.ts'

/** A cited answer: the figures then, now, and what changed them. */
export default function Cited() {
  const { citation }: { readonly citation: string } = useParams({
    from: '/dashboard/cited/$citation',
  })
  const { username } = useAccount()
  const { data, error, isPending, refetch } = useQuery<CitationAnswer>({
    queryKey: ['citations', username, citation],
    queryFn: ({ signal }) =>
      get<CitationAnswer>(`citations/${citation}`, {}, { account: username, signal }),
  })
  const isOver = error instanceof ApiError && overCodes.includes(error.code)
  return (
    <>
      <PageTitle>Cited figures</PageTitle>
      {isPending && <Skeleton height={420} />}
      {isOver && <Empty title="These figures cannot be shown">{error.message}</Empty>}
      {error && !isOver && <Failed error={error} onRetry={() => refetch()} />}
      {data && !error && <Figures opened={data} />}
    </>
  )
}

const overCodes = ['unknown_citation', 'history_compacted']

function Figures({ opened }: { readonly opened: CitationAnswer }) {
  const formats = useFormats()
  const { cited, now, is_same: isSame, changes } = opened
  const [then, today] = useMemo(() => [toReport(cited), toReport(now)], [cited, now])
  const filters = Object.entries(opened.question).filter(([, values]) => Array.isArray(values))
  return (
    <>
      <p className="under-title">
        <DayRange from={then.from} to={then.to} />
        {filters
          .filter(([name]) => !shownByTable.includes(name))
          .map(([name, values]) => `, ${name.replaceAll('_', ' ')}: ${String(values)}`)}
      </p>
      <Card title={cited.meta.as_of ? `As of ${formats.instant(cited.meta.as_of)}` : 'Then'}>
        <Table report={then} />
        {isSame && <p className="note">These figures are the same now.</p>}
      </Card>
      {!isSame && (
        <Card title="Now">
          <Table report={today} />
        </Card>
      )}
      {changes.length > 0 && <Changes opened={opened} />}
    </>
  )
}

const shownByTable = ['dimensions', 'metrics', 'order_by']
const beside = ['change'] as const

function Table({ report }: { readonly report: ReportResult }) {
  const nameOf = useNames()
  return (
    <>
      <ReportTable report={report} nameOf={nameOf} isHeated={false} beside={beside} />
      {report.hasMore && <p className="note">There are more rows than are shown.</p>}
    </>
  )
}

const kindTexts: Readonly<Record<CitationAnswer['changes'][number]['kind'], string>> = {
  import: 'Import',
  undo: 'Undo',
  deletion: 'Deletion',
  merge: 'Merge of apps',
  revaluation: 'Rates',
}

function Changes({ opened }: { readonly opened: CitationAnswer }) {
  const { instant, moneyChange } = useFormats()
  return (
    <Card title="What changed since">
      <ListTable
        label="Changes of these days and networks"
        isCard={false}
        rows={opened.changes}
        columns={[
          {
            title: 'Change',
            cell: ({ kind, undoes, ...change }) =>
              `${kindTexts[kind]} ${change.import}${undoes === null ? '' : ` of import ${undoes}`}`,
          },
          { title: 'At', cell: ({ committed_at: at }) => <time dateTime={at}>{instant(at)}</time> },
          { title: 'Networks', cell: ({ networks }) => networks.map(networkName).join(', ') },
          {
            title: 'Days',
            cell: ({ first_day: from, last_day: to }) => <DayRange from={from} to={to} />,
          },
          {
            title: 'Revenue',
            isNumber: true,
            cell: ({ revenue_change: change }) => moneyChange(String(microsOf(change))),
          },
        ]}
        keyOf={(change) => change.import}
        attributesOf={(change) => ({ 'data-import': change.import })}
      />
      <p className="note">
        {opened.has_more_changes && 'There are more changes. '}
        All formats and countries of these days and networks.{' '}
        <PageLink to="/dashboard/imports">See all imports</PageLink>
      </p>
    </Card>
  )
}
