import { useState } from 'react'
import { useAccount, useAction } from '../../api/queries.ts'
import type { MappingAnswer } from '../../api/wire.ts'
import { Options } from '../../controls/options.tsx'
import { textIn } from '../../controls/text-in.ts'
import { FormDialog } from '../../layout/form-dialog.tsx'
import { NetworkField, RowsField, TextField } from './fields.tsx'

/** The columns of a bank's file by what they contain. */
const roles = {
  date: 'Date',
  amount: 'Amount',
  reference: 'Reference',
  payer: 'Payer',
  currency: 'Currency',
}

/** Choices of how texts are written. */
const writing = {
  date_format: {
    title: 'Dates',
    of: ['YYYY-MM-DD', 'DD.MM.YYYY', 'DD/MM/YYYY', 'MM/DD/YYYY'].map((one) => [one, one] as const),
  },
  decimal: {
    title: 'Amounts',
    of: [
      ['.', '1,234.57'],
      [',', '1.234,57'],
    ] as const,
  },
  delimiter: {
    title: 'Between columns',
    of: [
      ['comma', 'Comma'],
      ['semicolon', 'Semicolon'],
      ['tab', 'Tab'],
    ] as const,
  },
}

type Payer = MappingAnswer['payers'][number]

/** A dialog that says how the files of a bank are read. */
export function SaveMapping({ mapping }: { mapping?: MappingAnswer }) {
  const { currency } = useAccount()
  const saving = useAction('money/mappings/save')
  const [payers, setPayers] = useState<readonly Payer[]>(mapping?.payers ?? [])
  const columns: Partial<Record<string, string>> = mapping?.columns ?? {}
  const written: Partial<Record<string, string>> = {
    date_format: mapping?.dateFormat,
    decimal: mapping?.decimal,
    delimiter: mapping?.delimiter,
  }
  const submit = (form: FormData, close: () => void) => {
    const filled = Object.keys(roles).flatMap((role) => {
      const column = textIn(form, `column_${role}`)
      return column === '' ? [] : [[role, column]]
    })
    const body = {
      name: mapping?.name ?? textIn(form, 'name'),
      columns: Object.fromEntries(filled),
      ...Object.fromEntries(Object.keys(writing).map((name) => [name, form.get(name)])),
      currency: textIn(form, 'currency').toUpperCase(),
      payers,
    }
    saving.mutate(body, { onSuccess: close })
  }
  return (
    <FormDialog
      opener={mapping ? 'Change' : 'Add a bank'}
      about={mapping?.name}
      title={mapping ? `Files of ${mapping.name}` : 'Files of a bank'}
      onOpen={() => setPayers(mapping?.payers ?? [])}
      sends={[saving]}
      onSubmit={submit}
      submit="Save"
    >
      {!mapping && <TextField label="Name" name="name" maxLength={64} required />}
      <fieldset>
        <legend>Names of the columns</legend>
        <div className="row">
          {Object.entries(roles).map(([role, title]) => (
            <TextField
              key={role}
              label={title}
              name={`column_${role}`}
              defaultValue={columns[role]}
              required={role === 'date' || role === 'amount'}
            />
          ))}
        </div>
      </fieldset>
      <div className="row">
        {Object.entries(writing).map(([name, { title, of }]) => (
          <label key={name} className="field">
            {title}
            <select name={name} defaultValue={written[name]}>
              <Options of={of} />
            </select>
          </label>
        ))}
        <TextField
          label="Currency, without a column"
          name="currency"
          pattern="[A-Za-z]{3}"
          title="Three letters such as USD"
          defaultValue={mapping?.currency ?? currency}
          required
        />
      </div>
      <RowsField
        legend="Payer"
        rows={payers}
        added={{ contains: '', network: '' }}
        add="Add a payer"
        onChange={setPayers}
      >
        {(payer, change) => (
          <>
            <TextField
              label="Text of the line"
              value={payer.contains}
              onChange={({ target }) => change({ contains: target.value })}
              required
            />
            <NetworkField
              value={payer.network}
              onChange={({ target }) => change({ network: target.value })}
            />
          </>
        )}
      </RowsField>
    </FormDialog>
  )
}
