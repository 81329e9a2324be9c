import { useAction } from '../../api/queries.ts'
import type { DestinationAnswer } from '../../api/wire.ts'
import { QuietButton } from '../../controls/quiet-button.tsx'
import { type Formats, useFormats } from '../../figures/formats.ts'
import { ConfirmDialog } from '../../layout/confirm-dialog.tsx'
import { Failure } from '../../layout/states.tsx'
import { ListTable } from '../../tables/list-table.tsx'
import { kindsOfDestination } from './destination-kinds.ts'
import styles from './destinations.module.css'
import { TestDestination } from './test-destination.tsx'

export function DestinationTable({ destinations }: { destinations: readonly DestinationAnswer[] }) {
  const changing = useAction('destinations/change')
  const removing = useAction('destinations/remove')
  return (
    <>
      <Failure error={changing.error ?? removing.error} isCard />
      <ListTable
        label="Destinations"
        className={styles.destinations!}
        rows={destinations}
        keyOf={({ name }) => name}
        attributesOf={({ name }) => ({ 'data-destination': name })}
        columns={[
          { title: 'Name', cell: (destination) => <Named destination={destination} /> },
          { title: 'To', cell: (destination) => <Target destination={destination} /> },
          { title: 'Copy', cell: (destination) => <Copied destination={destination} /> },
          { title: 'State', cell: (destination) => <State destination={destination} /> },
        ]}
        actionsOf={({ name, state }) => {
          const isOn = state === 'on'
          return (
            <>
              <TestDestination name={name} />
              <QuietButton
                aria-label={`${isOn ? 'Pause' : 'Turn on'} ${name}`}
                onClick={() => changing.mutate({ name, state: isOn ? 'paused' : 'on' })}
              >
                {isOn ? 'Pause' : 'Turn on'}
              </QuietButton>
              <ConfirmDialog
                label="Fill again"
                about={name}
                title={`Fill “${name}” again?`}
                text="All that it has of this account is replaced. What was changed by hand in it is lost. Until it is complete, it has figures of earlier imports."
                action="Replace the copy"
                onConfirm={() => changing.mutate({ name, state: 'on', refill: true })}
              />
              <ConfirmDialog
                label="Remove"
                about={name}
                title={`Remove “${name}”?`}
                text="Its copy stays as it is, and is not filled any more."
                action="Remove destination"
                onConfirm={() => removing.mutate({ name })}
              />
            </>
          )
        }}
      />
    </>
  )
}

interface OfDestination {
  readonly destination: DestinationAnswer
}

const Named = ({ destination: { name, kind } }: OfDestination) => (
  <>
    <bdi>{name}</bdi>
    <small>{kindsOfDestination[kind].title}</small>
  </>
)

const Target = ({ destination: { target, keeps_history: keepsHistory } }: OfDestination) => (
  <>
    <bdi>{target}</bdi>
    <small>{keepsHistory ? 'With earlier versions of rows' : 'Only current rows'}</small>
  </>
)

function Copied({ destination }: OfDestination) {
  const { as_of: asOf, entry, lag_seconds: lag, lag_entries: missing } = destination
  const formats = useFormats()
  if (entry === null) return 'Nothing yet'
  return (
    <>
      {missing === 0 ? 'Current' : `${behind(lag, formats)} behind`}
      <small>
        Up to entry {entry}
        {asOf !== null && ` of ${formats.instant(asOf)}`}
      </small>
    </>
  )
}

/** `3 min`: in its largest unit. */
function behind(seconds: number, { locale }: Formats): string {
  const units = [
    ['day', 86_400],
    ['hour', 3_600],
    ['minute', 60],
  ] as const
  const [unit, length] = units.find(([, length]) => seconds >= length) ?? ['second', 1]
  return new Intl.NumberFormat(locale, { style: 'unit', unit }).format(Math.floor(seconds / length))
}

const states = { on: 'On', paused: 'Paused', refused: 'Stopped' }

function State({ destination }: OfDestination) {
  const { state, failing_since: since, last_error: error, next_try: next } = destination
  const formats = useFormats()
  return (
    <>
      {since === null ? (
        states[state]
      ) : (
        <span className="failure">
          {states[state]}, failing since {formats.instant(since)}
        </span>
      )}
      {error !== null && <small>{error}</small>}
      {state === 'on' && next !== null && <small>Next try {formats.instant(next)}</small>}
    </>
  )
}
