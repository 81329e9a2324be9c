import { useAnswer, useMayEdit } from '../../api/queries.ts'
import { PageTitle } from '../../layout/page-title.tsx'
import { LoadedList } from '../../layout/states.tsx'
import { PageLink } from '../../view/page-link.tsx'
import { AlertTable } from './alert-table.tsx'
import { Rules } from './rules.tsx'

/** The alerts of the account, and the rules that tell them. */
export default function Alerts() {
  const mayEdit = useMayEdit()
  return (
    <>
      <PageTitle of="/dashboard/alerts" />
      <p className="under-title">
        What is not as usual. Unfinished days are compared with days that were as old, and a missing
        report is never counted as a drop.
        {mayEdit && (
          <>
            {' '}
            Alerts are sent to your <PageLink to="/dashboard/channels">channels</PageLink>.
          </>
        )}
      </p>
      <LoadedList
        query={useAnswer('alerts')}
        rowsOf={({ alerts }) => alerts}
        empty="No alerts"
        advice={
          <p>
            Adtally looks every hour for missing reports, drops of revenue, unusual eCPM, restated
            figures and connections that fail. What it finds is listed here.
          </p>
        }
      >
        {(alerts) => {
          const [open, ended] = [true, false].map((isOpen) =>
            alerts.filter(({ resolved_at: at }) => (at === null) === isOpen),
          )
          return (
            <>
              <AlertTable title="Open" alerts={open!} whenNone="No alert is open." />
              {ended!.length > 0 && <AlertTable title="Ended" alerts={ended!} />}
            </>
          )
        }}
      </LoadedList>
      {mayEdit && <Rules />}
    </>
  )
}
