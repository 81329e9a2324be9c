import { useAction, useMayEdit } from '../../api/queries.ts'
import type { AlertAnswer } from '../../api/wire.ts'
import { QuietButton } from '../../controls/quiet-button.tsx'
import { useFormats } from '../../figures/formats.ts'
import { Card } from '../../layout/card.tsx'
import { Failure } from '../../layout/states.tsx'
import { ListTable } from '../../tables/list-table.tsx'
import { PageLink } from '../../view/page-link.tsx'
import { searchOf } from '../../view/search.ts'
import { useAddress } from '../../view/use-view.ts'
import styles from './alerts.module.css'
import { ruleKinds } from './rule-kinds.ts'

interface AlertTableProps {
  readonly title: string
  readonly alerts: readonly AlertAnswer[]
  readonly whenNone?: string
}

/** Open or ended alerts, the newest first. */
export function AlertTable({ title, alerts, whenNone }: AlertTableProps) {
  const formats = useFormats()
  const mayEdit = useMayEdit()
  const acknowledging = useAction('alerts/acknowledge')
  return (
    <Card title={title}>
      <Failure error={acknowledging.error} />
      {alerts.length === 0 ? (
        <p className="note">{whenNone}</p>
      ) : (
        <ListTable
          label={`${title} alerts`}
          isCard={false}
          className={styles.alerts!}
          rows={alerts}
          keyOf={({ id }) => id}
          attributesOf={({ id, kind }) => ({ 'data-alert': id, 'data-kind': kind })}
          columns={[
            { title: 'Alert', cell: (alert) => <Told alert={alert} /> },
            { title: 'Since', cell: ({ since }) => formats.instant(since) },
            { title: 'State', cell: (alert) => <State alert={alert} /> },
          ]}
          actionsOf={({ id, title, resolved_at: end, acknowledged_at: seen }) =>
            mayEdit &&
            end === null &&
            seen === null && (
              <QuietButton
                aria-label={`Acknowledge ${title}`}
                disabled={acknowledging.isPending}
                onClick={() => acknowledging.mutate({ id })}
              >
                Acknowledge
              </QuietButton>
            )
          }
        />
      )}
    </Card>
  )
}

function Told({ alert: { title, text, ...alert } }: { alert: AlertAnswer }) {
  return (
    <>
      <bdi>{title}</bdi>
      <small>
        <bdi>{text}</bdi> <Shown alert={alert} />
      </small>
    </>
  )
}

/** A link to what an alert is about; nothing where there is no page of it. */
function Shown({ alert }: { alert: Omit<AlertAnswer, 'title' | 'text'> }) {
  const { view } = useAddress()
  const { kind, subject, value, dates } = alert
  if (kind === 'pull_refused' || kind === 'pull_held') {
    return (
      <PageLink to="/dashboard/connections/of/$name" params={{ name: String(value) }}>
        Connection
      </PageLink>
    )
  }
  if (kind === 'secondary_gap') return <PageLink to="/dashboard/reconcile">Reconcile</PageLink>
  const [from, to] = [dates[0], dates.at(-1)]
  if (from === undefined || to === undefined) return null
  const filters = subject === 'total' || value === null ? {} : { [subject]: [String(value)] }
  return (
    <PageLink to="/dashboard" search={searchOf({ ...view, range: { from, to }, filters })}>
      Figures
    </PageLink>
  )
}

function State({ alert }: { alert: AlertAnswer }) {
  const { kind, rule, resolved_at: end, acknowledged_at: seen, acknowledged_by: by } = alert
  const formats = useFormats()
  return (
    <>
      {end === null ? 'Open' : `Ended ${formats.instant(end)}`}
      {seen !== null && (
        <small>
          Acknowledged by <bdi>{by ?? 'the operator'}</bdi>, {formats.instant(seen)}
        </small>
      )}
      <small>
        Rule <bdi>{rule}</bdi>: {ruleKinds[kind].title}
      </small>
    </>
  )
}
