import { useState } from 'react'
import { formatMicros, parseDecimal } from '../../../../src/values/decimal.ts'
import { useAction, useAnswer } from '../../api/queries.ts'
import type { StatementLineAnswer } from '../../api/wire.ts'
import { QuietButton } from '../../controls/quiet-button.tsx'
import { type Formats, none, useFormats } from '../../figures/formats.ts'
import { microsOf } from '../../figures/micros.ts'
import { networkName } from '../../figures/names.ts'
import { visible } from '../../figures/visible.ts'
import { FormDialog } from '../../layout/form-dialog.tsx'
import { Failure, Skeleton } from '../../layout/states.tsx'
import { type ListColumn, ListTable } from '../../tables/list-table.tsx'
import { PageLink } from '../../view/page-link.tsx'
import { searchOf } from '../../view/search.ts'
import { useAddress } from '../../view/use-view.ts'
import { amountIn, monthText, numbers } from './cells.tsx'
import { AmountField, MonthField, NetworkField, RowsField } from './fields.tsx'

type Line = StatementLineAnswer

export interface LinesProps {
  /** Those of a statement or of a network's month, or those that wait. */
  readonly of: Readonly<Record<string, string>>
  /** All kinds when absent. */
  readonly kinds?: readonly Line['kind'][] | undefined
  /** The ids of adjustments that are restatements too; none where that is not known. */
  readonly linked?: ReadonlySet<number>
  /** Shown without lines. */
  readonly empty: string
}

/** Lines of statements, each with the import that brought it, and what may be done with it. */
export function Lines({ of, kinds, linked, empty }: LinesProps) {
  const formats = useFormats()
  const { data, error, refetch } = useAnswer('money/lines', of)
  const marking = useAction('money/lines/mark')
  const lines = data?.lines.filter(({ kind }) => kinds === undefined || kinds.includes(kind))
  return (
    <>
      <Failure error={error} onRetry={() => refetch()} />
      <Failure error={marking.error} />
      {!lines && !error && <Skeleton height={120} />}
      {lines?.length === 0 && <p>{empty}</p>}
      {lines && lines.length > 0 && (
        <ListTable
          label="Lines"
          isCard={false}
          rows={lines}
          keyOf={({ id }) => id}
          attributesOf={({ id }) => ({ 'data-line': id })}
          columns={[
            ...lineColumns(formats),
            { title: 'Statement', cell: ({ statement }) => <Statement id={statement} /> },
          ]}
          actionsOf={(line) => {
            if (line.booked_in !== null) {
              return <small>Booked in {monthText(line.booked_in, formats)}</small>
            }
            // A deduction that was taken from the reported figures too would count twice.
            const isRestated = line.restated ?? linked?.has(line.id) ?? false
            const mark = () => marking.mutate({ id: line.id, restated: !isRestated })
            return (
              <>
                {line.kind === 'adjustment' && (
                  <QuietButton onClick={mark}>
                    {isRestated ? 'Not in the reports' : 'Is in the reports too'}
                  </QuietButton>
                )}
                <AssignLine line={line} />
              </>
            )
          }}
        />
      )}
    </>
  )
}

const kindTexts: Readonly<Record<Line['kind'], string>> = {
  opening: 'Opening balance',
  earnings: 'Earnings',
  adjustment: 'Adjustment',
  fee: 'Fee',
  tax: 'Tax',
  payment: 'Payment',
  reversal: 'Reversal',
}

/** The kind of a line, with the reason of an adjustment. */
const kindText = ({ kind, reason }: Line): string =>
  reason === null ? kindTexts[kind] : `${kindTexts[kind]}: ${visible(reason)}`

/** What a line says. */
export const lineColumns = (formats: Formats): ListColumn<Line>[] => [
  { title: 'Date', cell: ({ date }) => formats.day(date, 'short') },
  { title: 'Line', cell: kindText },
  numbers('Amount', ({ currency, amount }) => amountIn(currency, amount, formats)),
  { title: 'For', cell: (line) => placesOf(line, formats) },
  { title: 'Reference', cell: ({ reference }) => visible(reference) || none },
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
  const { view } = useAddress()
  const file = useAnswer('money/statements').data?.statements.find((one) => one.id === id)?.file
  return (
    <>
      <PageLink to="/dashboard/money/statements" search={{ ...searchOf(view), statement: [id] }}>
        {id}
      </PageLink>{' '}
      {file && <small>{visible(file)}</small>}
    </>
  )
}

/** A dialog that says what a line is for: networks, months and amounts that add up to the line's. */
function AssignLine({ line }: { line: Line }) {
  const formats = useFormats()
  const assigning = useAction('money/lines/assign')
  const first = { network: line.network ?? '', month: '', amount: line.amount }
  const given = line.parts.map(({ network, month, amount }) => ({ network, month, amount }))
  const atFirst = given.length > 0 ? given : [first]
  const [parts, setParts] = useState<readonly (typeof first)[]>(atFirst)
  const left = leftOf(line.amount, parts)
  const shown = amountIn(line.currency, line.amount, formats)
  return (
    <FormDialog
      opener="Assign"
      about={`${shown}, ${line.reference || line.date}`}
      title={`Assign ${shown}`}
      onOpen={() => setParts(atFirst)}
      sends={[assigning]}
      onSubmit={(_, close) => assigning.mutate({ id: line.id, parts }, { onSuccess: close })}
      submit="Assign"
      isIncomplete={left !== '0'}
    >
      <p>
        {kindText(line)} of {formats.day(line.date, 'short')}
        {line.reference !== '' && `: ${visible(line.reference)}`}
      </p>
      <RowsField
        legend="Part"
        rows={parts}
        added={{ ...first, amount: left === null || left === '0' ? '' : left }}
        add="Add a part"
        onChange={setParts}
      >
        {(bind) => (
          <>
            <NetworkField {...bind('network')} />
            <MonthField label="Month" {...bind('month')} />
            <AmountField label={`Amount in ${line.currency}`} {...bind('amount')} />
          </>
        )}
      </RowsField>
      <p role="status" className="note">
        {left === null
          ? 'Amounts are decimals such as 1234.57.'
          : left !== '0' && `Left to assign: ${amountIn(line.currency, left, formats)}`}
      </p>
    </FormDialog>
  )
}

/** What of an amount its parts leave, as a decimal; null while one of them is no decimal. */
function leftOf(amount: string, parts: readonly { readonly amount: string }[]): string | null {
  const read = parts.map((part) => parseDecimal(part.amount))
  if (read.some((decimal) => decimal === null || decimal.places > 6)) return null
  const sum = parts.reduce((total, part) => total + microsOf(part.amount), 0n)
  return formatMicros(microsOf(amount) - sum)
}
