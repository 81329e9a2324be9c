import { useMemo } from 'react'
import { useAnomalies, useContributions } from '../../api/insight-queries.ts'
import type { AnomaliesAnswer, ContributionsAnswer } from '../../api/wire.ts'
import { unusualDays } from '../../charts/unusual-days.ts'
import { Choices } from '../../controls/choices.tsx'
import { DayRange } from '../../figures/day-range.tsx'
import { ComparisonWords } from '../../insight/comparison-words.tsx'
import { PageTitle } from '../../layout/page-title.tsx'
import { Empty, Failed, Skeleton } from '../../layout/states.tsx'
import { dimensionTitle } from '../../reports/names.ts'
import { useOwnSearch } from '../../view/use-own-search.ts'
import { Answer } from '../answer.tsx'
import { Toolbar } from '../toolbar.tsx'
import { useAnswered } from '../use-answered.ts'
import { WithFigures } from '../with-figures.tsx'
import { ContributionsCard } from './contributions-card.tsx'
import { EffectsCard } from './effects-card.tsx'
import { UnusualList } from './unusual-list.tsx'

/** The dimensions that rows can be added up by; the table below has each app, network and country. */
const levels = ['network', 'app_id', 'country'] as const
type Level = (typeof levels)[number]
const levelTitles = Object.fromEntries(
  levels.map((level) => [level, dimensionTitle(level)]),
) as Record<Level, string>
const ownNames = ['rows'] as const

/** Why revenue differs between two ranges, and which days are unusual. */
export default function Changes() {
  const { view, own, change } = useOwnSearch(ownNames)
  const contributions = useContributions(view)
  const { isPlaceholderData: isOld } = contributions
  const answered = useAnswered(view, isOld, !!contributions.data)
  const anomalies = useAnomalies(answered)
  // Asked for with the contributions, and shown with them.
  useAnomalies(view)
  const by = levels.find((one) => one === own.rows) ?? 'network'
  return (
    <>
      <PageTitle>What changed</PageTitle>
      <WithFigures shows="Here you will see why revenue rose or fell: by volume and price, network, app and country.">
        <Toolbar view={view} onChange={change} />
        {contributions.data ? (
          <Answer isOld={isOld}>
            <Content
              contributions={contributions.data}
              anomalies={anomalies.data ?? null}
              by={by}
              onLevel={(chosen) => change({}, { rows: chosen })}
            />
          </Answer>
        ) : (
          !contributions.error && <Waiting />
        )}
        {contributions.error && (
          <Failed error={contributions.error} onRetry={() => contributions.refetch()} />
        )}
        <UnusualList anomalies={anomalies} isOld={isOld} />
      </WithFigures>
    </>
  )
}

function Waiting() {
  return (
    <>
      <Skeleton height={330} />
      <Skeleton height={420} />
    </>
  )
}

interface ContentProps {
  readonly contributions: ContributionsAnswer
  readonly anomalies: AnomaliesAnswer | null
  readonly by: Level
  readonly onLevel: (by: Level) => void
}

function Content({ contributions, anomalies, by, onLevel }: ContentProps) {
  const { breakdowns, start_date: from, end_date: to } = contributions
  const unusual = useMemo(
    () => unusualDays(by === 'country' ? null : by, anomalies),
    [by, anomalies],
  )
  const single = breakdowns.find(({ by: keys }) => keys.length === 1 && keys[0] === by)!
  const each = breakdowns.find(({ by: keys }) => keys.length > 1)!
  if (single.rows.length === 0) {
    return (
      <>
        <ComparisonWords answer={contributions} />
        <Empty title="Nothing to explain">
          <p>
            There are no figures for these filters in <DayRange from={from} to={to} />, or in the
            days before. Choose other days, or clear the filters.
          </p>
        </Empty>
      </>
    )
  }
  return (
    <>
      <EffectsCard answer={contributions} />
      <ContributionsCard
        title={`By ${levelTitles[by].toLowerCase()}`}
        label={`What changed by ${levelTitles[by].toLowerCase()}`}
        answer={contributions}
        breakdown={single}
        unusual={unusual}
      >
        <Choices label="Add up by" choices={levelTitles} chosen={by} onChoose={onLevel} />
      </ContributionsCard>
      <ContributionsCard
        title="By app, network and country"
        label="What changed by app, network and country"
        answer={contributions}
        breakdown={each}
        unusual={null}
      />
    </>
  )
}
