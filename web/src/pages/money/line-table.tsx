import { useAction, useAnswer } from '../../api/queries.ts'
import type { StatementLineAnswer } from '../../api/wire.ts'
import { QuietButton } from '../../controls/quiet-button.tsx'
import { type Formats, none, useFormats } from '../../figures/formats.ts'
import { networkName } from '../../figures/names.ts'
import { visible } from '../../figures/visible.ts'
import { Failure } from '../../layout/states.tsx'
import { type ListColumn, ListTable } from '../../tables/list-table.tsx'
import { PageLink } from '../../view/page-link.tsx'
import { searchOf } from '../../view/search.ts'
import { useAddress } from '../../view/use-view.ts'
import { AssignLine } from './assign-line.tsx'
import { column, numbers } from './columns.tsx'
import { amountIn, kindText, monthText } from './money-texts.ts'

export interface LineTableProps {
  readonly label: string
  readonly lines: readonly Line[]
  /** The ids of adjustments that are restatements too; none where that is not known. */
  readonly linked?: ReadonlySet<number>
}

type Line = StatementLineAnswer

/** Lines of statements, each with the import that brought it, and what may be done with it. */
export function LineTable({ label, lines, linked }: LineTableProps) {
  const formats = useFormats()
  const marking = useAction('money/lines/mark')
  const columns: ListColumn<Line>[] = [
    ...lineColumns(formats),
    column('Statement', ({ statement }) => <Statement id={statement} />),
  ]
  return (
    <>
      <Failure error={marking.error} />
      <ListTable
        label={label}
        isCard={false}
        className=""
        rows={lines}
        keyOf={({ id }) => id}
        attributesOf={({ id }) => ({ 'data-line': id })}
        columns={columns}
        actionsOf={(line) =>
          line.booked_in !== null ? (
            <small>Booked in {monthText(line.booked_in, formats)}</small>
          ) : (
            <>
              {line.kind === 'adjustment' && (
                <MarkButton
                  isRestated={line.restated ?? linked?.has(line.id) ?? false}
                  onMark={(restated) => marking.mutate({ id: line.id, restated })}
                />
              )}
              <AssignLine line={line} />
            </>
          )
        }
      />
    </>
  )
}

/** What a line says. */
export const lineColumns = (formats: Formats): ListColumn<Line>[] => [
  column('Date', ({ date }) => formats.day(date, 'short')),
  column('Line', kindText),
  numbers('Amount', ({ currency, amount }) => amountIn(currency, amount, formats)),
  column('For', (line) => placesOf(line, formats)),
  column('Reference', ({ reference }) => visible(reference) || none),
]

function placesOf({ network, parts, currency }: Line, formats: Formats) {
  if (parts.length === 0) {
    return <span className="failure">Waits{network && `: ${networkName(network)}`}</span>
  }
  return parts.map(({ network, month, app_id: app, amount }) => (
    <div key={`${network} ${month} ${app}`}>
      {networkName(network)}, {monthText(month, formats)}
      {parts.length > 1 && `: ${amountIn(currency, amount, formats)}`}
      {app !== null && <small>{app}</small>}
    </div>
  ))
}

function Statement({ id }: { id: string }) {
  const formats = useFormats()
  const { view } = useAddress()
  const { data } = useAnswer('money/statements')
  const found = data?.statements.find((one) => one.id === id)
  return (
    <>
      <PageLink to="/dashboard/money/statements" search={{ ...searchOf(view), statement: [id] }}>
        {id}
      </PageLink>{' '}
      {found && (
        <small>
          {visible(found.file)}, {formats.instant(found.imported_at)}
        </small>
      )}
    </>
  )
}

interface MarkButtonProps {
  readonly isRestated: boolean
  readonly onMark: (isRestated: boolean) => void
}

/** Says whether a deduction was also taken from the reported figures, where it would count twice. */
function MarkButton({ isRestated, onMark }: MarkButtonProps) {
  return (
    <QuietButton onClick={() => onMark(!isRestated)}>
      {isRestated ? 'Not in the reports' : 'Is in the reports too'}
    </QuietButton>
  )
}
