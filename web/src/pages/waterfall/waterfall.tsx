import { useMemo, useState } from 'react'
import { useAccount } from '../../api/queries.ts'
import { FilterPicker } from '../../controls/filter-picker.tsx'
import { DayRange } from '../../figures/day-range.tsx'
import { useFormats } from '../../figures/formats.ts'
import { visible } from '../../figures/visible.ts'
import { IgnoredValues } from '../../layout/notices.tsx'
import { PageTitle } from '../../layout/page-title.tsx'
import { Empty, Failed, Skeleton } from '../../layout/states.tsx'
import { useReport } from '../../reports/use-reports.ts'
import { useOwnSearch } from '../../view/use-own-search.ts'
import type { View } from '../../view/view.ts'
import { Answer } from '../answer.tsx'
import { useFirstRows } from '../changes/use-first-rows.tsx'
import { LeftOutFilters, viewWithout } from '../left-out-filters.tsx'
import { ReportUrl } from '../report-cards/report-url.tsx'
import { ToImport } from '../to-import.tsx'
import { Toolbar } from '../toolbar.tsx'
import { WithFigures } from '../with-figures.tsx'
import { type Waterfalls, waterfallsOf } from './ad-units.ts'
import { Findings } from './findings-cards.tsx'
import { adTagsQuestion, isAsked, leftOut, maxRungs, rungsQuestion } from './questions.ts'
import { RungCard } from './rung-card.tsx'

const own = ['ad_tag'] as const
const hidden = { network: [] }

/** The rungs of each ad unit, and what is wrong with them. */
export default function Waterfall() {
  const { view: asked, own: given, change } = useOwnSearch(own)
  const view = useMemo(() => viewWithout(asked, leftOut), [asked])
  const adTag = given.ad_tag !== undefined && isAsked(given.ad_tag) ? given.ad_tag : null
  const ignored = given.ad_tag !== undefined && adTag === null ? [`ad_tag ${given.ad_tag}`] : []
  return (
    <>
      <PageTitle of="/dashboard/waterfall" />
      <WithFigures shows="Here you will see the rungs of each ad unit: what each is asked for and earns, rungs that only cost time, and gaps between prices.">
        <IgnoredValues values={ignored} />
        <Toolbar view={asked} onChange={change} fixed={hidden} isCompared={false}>
          <AdTagPicker
            view={view}
            chosen={adTag}
            onChange={(next) => change({}, { ad_tag: next ?? undefined })}
          />
        </Toolbar>
        <LeftOutFilters view={asked} names={leftOut} why="a waterfall is of all networks." />
        <Figures view={view} adTag={adTag} />
      </WithFigures>
    </>
  )
}

interface AdTagPickerProps {
  readonly view: View
  readonly chosen: string | null
  readonly onChange: (chosen: string | null) => void
}

function AdTagPicker({ view, chosen, onChange }: AdTagPickerProps) {
  const [isWanted, setWanted] = useState(false)
  const { data, isLoading } = useReport(adTagsQuestion(view, useAccount().today), isWanted)
  const known = (data?.rows ?? []).flatMap(({ ad_tag: tag }) => tag ?? []).filter(isAsked)
  const all = [...new Set([...(chosen === null ? [] : [chosen]), ...known])]
  return (
    <FilterPicker
      title="Ad unit"
      options={all.map((key) => ({ key, name: visible(key) }))}
      isLoading={isLoading}
      chosen={chosen === null ? [] : [chosen]}
      // One at a time: the last one that is chosen.
      onChange={(next) => onChange(next.findLast((one) => one !== chosen) ?? null)}
      onOpen={() => setWanted(true)}
    />
  )
}

function Figures({ view, adTag }: { view: View; adTag: string | null }) {
  const question = rungsQuestion(view, useAccount().today, adTag)
  const { data, error, isPending, isPlaceholderData, refetch } = useReport(question)
  const found = useMemo(() => waterfallsOf(data?.rows ?? []), [data])
  if (error) return <Failed error={error} onRetry={() => refetch()} />
  if (isPending) return <Skeleton height={420} />
  if (found.units.length === 0) return <NoRungs />
  return (
    <Answer isOld={isPlaceholderData}>
      <Findings units={found.units} />
      <Units found={found} />
      <p className="note">
        <DayRange from={data.from} to={data.to} />. Floors are in the currency of the mediation.
        {data.hasMore &&
          ` Only the ${maxRungs} rungs with the most revenue are looked at: choose an app.`}{' '}
        <ReportUrl question={question} />
      </p>
    </Answer>
  )
}

function Units({ found: { units, outside } }: { found: Waterfalls }) {
  const formats = useFormats()
  const { shown, button } = useFirstRows(units)
  return (
    <>
      {shown.map((unit) => (
        <RungCard key={`${unit.app} ${unit.adTag}`} unit={unit} />
      ))}
      {button && <p>{button}</p>}
      {outside.count > 0 && (
        <p className="note">
          Booked without rungs: {formats.reported('money', outside.revenue, true)}, by networks that
          the mediation does not sell for, and in ad units whose rungs nobody tells.
        </p>
      )}
    </>
  )
}

function NoRungs() {
  return (
    <Empty title="No rungs">
      <ToImport columns="date,app_id,source,network,format,country,ad_tag,rung,floor,impressions,attempts,responses,revenue">
        No mediation has told of rungs for these days and filters. The source of its details is the
        name of its report.
      </ToImport>
    </Empty>
  )
}
