import type { EarlierFiguresAnswer } from '../../api/wire.ts'
import { QuietButton } from '../../controls/quiet-button.tsx'
import { useEdited } from '../../controls/use-edited.ts'
import { useFormats } from '../../figures/formats.ts'
import { networkName } from '../../figures/names.ts'
import { Failed, Skeleton } from '../../layout/states.tsx'
import { type DataColumn, DataTable } from '../../tables/data-table.tsx'
import type { View } from '../../view/view.ts'
import { Answer } from '../answer.tsx'
import styles from './restatements.module.css'
import { useEarlierFigures } from './use-restatements.ts'

export interface AsOfProps {
  readonly view: View
  /** As the address has it; undefined for none. */
  readonly asOf: string | undefined
  readonly onChange: (asOf: string | undefined) => void
}

/** The figures as of an earlier time, beside the current ones. */
export function AsOf({ view, asOf, onChange }: AsOfProps) {
  const known = instantOf(asOf)
  const { data, error, isLoading, isPlaceholderData, refetch } = useEarlierFigures(view, known)
  return (
    <section className="card" aria-labelledby="as-of-title">
      <h2 id="as-of-title">Figures as of an earlier time</h2>
      <TimeForm asOf={known} onChange={onChange} />
      {asOf !== undefined && known === null && (
        <p className="failure">“{asOf.slice(0, 40)}” in this link is not a time. Choose one.</p>
      )}
      {error && <Failed error={error} onRetry={() => refetch()} />}
      {isLoading && <Skeleton height={180} />}
      {data && known !== null && !error && (
        <Answer isOld={isPlaceholderData}>
          <ThenAndNow answer={data} />
        </Answer>
      )}
    </section>
  )
}

/** A time in UTC without milliseconds; null for anything else. */
function instantOf(text: string | undefined): string | null {
  if (text === undefined || !/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{3})?Z$/.test(text))
    return null
  return Number.isNaN(Date.parse(text)) ? null : text
}

function TimeForm({
  asOf,
  onChange,
}: {
  asOf: string | null
  onChange: (asOf: string | undefined) => void
}) {
  const { timeZone } = useFormats()
  const [chosen, setChosen] = useEdited(asOf === null ? '' : toLocal(new Date(asOf)))
  return (
    <form
      className="row"
      onSubmit={(event) => {
        event.preventDefault()
        if (chosen !== '') onChange(`${new Date(chosen).toISOString().slice(0, 19)}Z`)
      }}
    >
      <label>
        Time ({timeZone})
        <input
          type="datetime-local"
          required
          value={chosen}
          onChange={({ target }) => setChosen(target.value)}
        />
      </label>
      <button type="submit" className="primary">
        Show
      </button>
      {asOf !== null && <QuietButton onClick={() => onChange(undefined)}>Clear</QuietButton>}
    </form>
  )
}

/** As an input for times takes it: in the browser's time zone, without one. */
function toLocal(time: Date): string {
  const shifted = new Date(time.getTime() - time.getTimezoneOffset() * 60_000)
  return shifted.toISOString().slice(0, 16)
}

function ThenAndNow({ answer }: { answer: EarlierFiguresAnswer }) {
  const formats = useFormats()
  const { networks, state_at: state } = answer
  if (networks.length === 0) return <p>Nothing was reported for these days, then or now.</p>
  return (
    <>
      <p className="note">
        {state === null
          ? 'Nothing was imported yet at that time.'
          : `The last change before that time was at ${formats.instant(state)}.`}
      </p>
      <DataTable
        label="Figures then and now"
        className={styles.days!}
        rows={networks}
        keyOf={({ network }) => network}
        attributesOf={({ network }) => ({ 'data-network': network })}
        columns={[
          { id: 'network', header: 'Network', cell: ({ network }) => networkName(network) },
          amountColumn('Then', ({ earlier }) => formats.money(earlier?.revenue_micros ?? null)),
          amountColumn('Now', ({ now }) => formats.money(now?.revenue_micros ?? null)),
          amountColumn('Change', (one) => formats.moneyChange(one.change_micros)),
          amountColumn('%', (one) => formats.drift(one.change_ratio)),
        ]}
      />
    </>
  )
}

type EarlierNetwork = EarlierFiguresAnswer['networks'][number]

const amountColumn = (
  title: string,
  cell: (of: EarlierNetwork) => string,
): DataColumn<EarlierNetwork> => ({ id: title, header: title, isNumber: true, cell })
