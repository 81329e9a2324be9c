import { useState } from 'react'
import { useAction } from '../../api/queries.ts'
import type { StatementLineAnswer } from '../../api/wire.ts'
import { useFormats } from '../../figures/formats.ts'
import { visible } from '../../figures/visible.ts'
import { FormDialog } from '../../layout/form-dialog.tsx'
import { AmountField, MonthField, NetworkField, RowsField } from './fields.tsx'
import { amountIn, kindText, leftOf } from './money-texts.ts'

/** A dialog that says what a line is for: networks, months and amounts that add up to the line's. */
export function AssignLine({ line }: { line: StatementLineAnswer }) {
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
        {(part, change) => (
          <>
            <NetworkField
              value={part.network}
              onChange={({ target }) => change({ network: target.value })}
            />
            <MonthField
              label="Month"
              value={part.month}
              onChange={({ target }) => change({ month: target.value })}
            />
            <AmountField
              label={`Amount in ${line.currency}`}
              value={part.amount}
              onChange={({ target }) => change({ amount: target.value })}
            />
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
