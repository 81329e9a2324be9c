import { useState } from 'react'
import { formatMonth, monthAfter, parseMonth } from '../../../../src/values/months.ts'
import { useAccount, useAction } from '../../api/queries.ts'
import type { AnswerTo, ClosedMonthAnswer } from '../../api/wire.ts'
import { daysText } from '../../figures/counted.ts'
import { useFormats } from '../../figures/formats.ts'
import { networkName } from '../../figures/names.ts'
import { FormDialog } from '../../layout/form-dialog.tsx'
import { PageLink } from '../../view/page-link.tsx'
import { searchOf } from '../../view/search.ts'
import { useAddress } from '../../view/use-view.ts'
import { Amount, daysOfMonth, monthText } from './cells.tsx'
import { SelectField } from './fields.tsx'

type Preview = AnswerTo<'POST /money/months/close'>

/** A dialog that shows what closing a month would pin and book, and closes it. */
export function CloseMonth({ months }: { months: readonly ClosedMonthAnswer[] }) {
  const formats = useFormats()
  const choices = closableMonths(months, useAccount().today)
  const [month, setMonth] = useState<string>()
  const preview = useAction('money/months/close', 'nothing')
  const closing = useAction('money/months/close')
  const [next] = choices
  if (next === undefined) return null
  const choose = (chosen: string) => {
    setMonth(chosen)
    preview.mutate({ month: chosen, dry_run: true, allow_missing: true })
  }
  const found = preview.data
  const missing = found?.missing_days ?? 0
  return (
    <FormDialog
      opener="Close a month"
      isPrimary
      title={`Close ${monthText(month ?? next, formats)}`}
      onOpen={() => choose(next)}
      sends={[preview, closing]}
      onSubmit={(_, close) =>
        closing.mutate({ month, allow_missing: missing > 0 }, { onSuccess: close })
      }
      submit="Close the month"
      isIncomplete={!found}
    >
      {choices.length > 1 && (
        <SelectField
          label="The first month to close"
          value={month ?? next}
          onChange={({ target }) => choose(target.value)}
          of={choices.map((one) => [one, monthText(one, formats)])}
        />
      )}
      <div role="status">
        {preview.isPending && 'Reading the figures'}
        {found && <PreviewedClose close={found} />}
      </div>
      {missing > 0 && (
        <label className="field inline" key={month}>
          <input type="checkbox" required />
          Close without {daysText(missing, formats)} that networks have not reported
        </label>
      )}
    </FormDialog>
  )
}

/** The months that may be closed next: the one after the last closed one, else any that is over. */
function closableMonths(months: readonly ClosedMonthAnswer[], today: string): readonly string[] {
  const last = months.find(({ entry }) => entry !== null)
  const candidates = last
    ? [formatMonth(monthAfter(parseMonth(last.month)!))]
    : months.map(({ month }) => month)
  return candidates.filter((month) => daysOfMonth(month).to < today)
}

function PreviewedClose({ close }: { close: Preview }) {
  const formats = useFormats()
  const { view } = useAddress()
  const { month, networks, carried, lines, missing_days: missing } = close
  return (
    <>
      <p>
        Reported <Amount of={close.reported} />, as of import {close.entry}. Later changes are
        booked with a later month.
      </p>
      <ul>
        {networks.map(({ network, reported }) => (
          <li key={network}>
            {networkName(network)}: <Amount of={reported} />
          </li>
        ))}
      </ul>
      {carried.length > 0 && (
        <>
          <p>Books these changes of closed months:</p>
          <ul>
            {carried.map((one) => (
              <li key={`${one.network} ${one.month} ${one.import}`}>
                {networkName(one.network)}, {monthText(one.month, formats)}:{' '}
                <Amount of={one.amount} isChange />
                {one.import !== null && ` (import ${one.import})`}
              </li>
            ))}
          </ul>
        </>
      )}
      <p>
        Books {formats.count(lines)} {lines === 1 ? 'line' : 'lines'} of statements.
        {missing > 0 && (
          <>
            {' '}
            <PageLink
              to="/dashboard/networks"
              search={searchOf({ ...view, range: daysOfMonth(month) })}
            >
              {daysText(missing, formats)} missing
            </PageLink>
          </>
        )}
      </p>
    </>
  )
}
