import { PageTitle } from '../../layout/page-title.tsx'
import { overviewPreset } from '../../view/report-view.ts'
import { useReportView } from '../../view/use-report-view.ts'
import { OverviewFigures } from './overview-figures.tsx'

const breakdowns = ['network', 'app_id', 'ad_format', 'country', 'platform', 'date'] as const

/** The figures of all apps. */
export function Overview() {
  const page = useReportView(overviewPreset)
  return (
    <>
      <PageTitle>Overview</PageTitle>
      <OverviewFigures {...page} breakdowns={breakdowns} />
    </>
  )
}
