import { useMemo } from 'react'
import { useAnomalies, useContributions } from '../../api/insight-queries.ts'
import { useAccount } from '../../api/queries.ts'
import type { AnomaliesAnswer, ContributionsAnswer } from '../../api/wire.ts'
import { unusualDays } from '../../charts/unusual-days.ts'
import { Choices } from '../../controls/choices.tsx'
import { DayRange } from '../../figures/day-range.tsx'
import { ComparisonWords } from '../../insight/comparison-words.tsx'
import { PageTitle } from '../../layout/page-title.tsx'
import { Empty, Failed, Skeleton } from '../../layout/states.tsx'
import { changesTexts } from '../../texts/en/changes.tsx'
import { figuresTexts } from '../../texts/en/figures.tsx'
import { useView } from '../../view/use-view.ts'
import { Answer } from '../answer.tsx'
import { NoFigures } from '../no-figures.tsx'
import { Toolbar } from '../toolbar.tsx'
import { useAnswered } from '../use-answered.ts'
import { ContributionsTable } from './contributions-table.tsx'
import { EffectsCard } from './effects-card.tsx'
import { UnusualList } from './unusual-list.tsx'

/** The dimensions that rows can be added up by; the table below has each app, network and country. */
const levels = ['network', 'app_id', 'country'] as const
type Level = (typeof levels)[number]
const levelTitles = (): Record<Level, string> => {
  const { network, app_id, country } = figuresTexts.breakdownTitles
  return { network, app_id, country }
}

/** Why revenue differs between two ranges, and which days are unusual. */
export default function Changes() {
  const { networks } = useAccount()
  const [view, change] = useView()
  const contributions = useContributions(view)
  const { isPlaceholderData: isOld } = contributions
  const answered = useAnswered(view, isOld, !!contributions.data)
  const anomalies = useAnomalies(answered)
  // Asked for with the contributions, and shown with them.
  useAnomalies(view)
  if (networks.length === 0) {
    return (
      <>
        <PageTitle>{changesTexts.whatChanged}</PageTitle>
        <NoFigures />
      </>
    )
  }
  const by = levels.find((one) => one === view.by) ?? 'network'
  return (
    <>
      <PageTitle>{changesTexts.whatChanged}</PageTitle>
      <Toolbar view={view} onChange={change} />
      {contributions.data ? (
        <Answer isOld={isOld}>
          <Content
            contributions={contributions.data}
            anomalies={anomalies.data ?? null}
            by={by}
            onLevel={(chosen) => change({ by: chosen })}
          />
        </Answer>
      ) : (
        !contributions.error && <Waiting />
      )}
      {contributions.error && (
        <Failed error={contributions.error} onRetry={() => contributions.refetch()} />
      )}
      <UnusualList anomalies={anomalies} isOld={isOld} />
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
  const { total, breakdowns, start_date: from, end_date: to } = contributions
  const unusual = useMemo(() => unusualDays(by, anomalies), [by, anomalies])
  const single = breakdowns.find(({ by: keys }) => keys.length === 1 && keys[0] === by)!
  const each = breakdowns.find(({ by: keys }) => keys.length > 1)!
  if (single.rows.length === 0) {
    return (
      <>
        <ComparisonWords answer={contributions} />
        <Empty title={changesTexts.nothingToExplain}>
          <p>{changesTexts.noFiguresIn(<DayRange from={from} to={to} />)}</p>
        </Empty>
      </>
    )
  }
  return (
    <>
      <EffectsCard answer={contributions} />
      <section className="card" aria-labelledby="level-title">
        <header className="card-head">
          <h2 id="level-title">{changesTexts.byLevel(levelTitles()[by].toLowerCase())}</h2>
          <div className="card-tools">
            <Choices
              label={changesTexts.addUpBy}
              choices={levelTitles()}
              chosen={by}
              onChoose={onLevel}
            />
          </div>
        </header>
        <ContributionsTable
          label={changesTexts.whatChangedBy(levelTitles()[by].toLowerCase())}
          answer={contributions}
          breakdown={single}
          total={total}
          unusual={unusual}
        />
      </section>
      <section className="card" aria-labelledby="each-title">
        <header className="card-head">
          <h2 id="each-title">{changesTexts.byAll}</h2>
        </header>
        <ContributionsTable
          label={changesTexts.whatChangedByAll}
          answer={contributions}
          breakdown={each}
          total={total}
          unusual={null}
        />
      </section>
    </>
  )
}
