import { useState } from 'react'
import { useAccount, useAction } from '../../api/queries.ts'
import type { MappingAnswer } from '../../api/wire.ts'
import { Options } from '../../controls/options.tsx'
import { textIn } from '../../controls/text-in.ts'
import { FormDialog } from '../../layout/form-dialog.tsx'
import { CurrencyField, NetworkField, RowsField, TextField } from './fields.tsx'
import styles from './money.module.css'

/** The columns of a bank's file by what they contain. */
const roles = {
  date: 'Date',
  amount: 'Amount',
  reference: 'Reference',
  payer: 'Payer',
  currency: 'Currency',
}

const dateFormats = ['YYYY-MM-DD', 'DD.MM.YYYY', 'DD/MM/YYYY', 'MM/DD/YYYY'] as const
const decimals = { '.': '1,234.57', ',': '1.234,57' }
const delimiters = { comma: 'Comma', semicolon: 'Semicolon', tab: 'Tab' }

type Payer = MappingAnswer['payers'][number]

/** A dialog that says how the files of a bank are read. */
export function SaveMapping({ mapping }: { mapping?: MappingAnswer }) {
  const { currency } = useAccount()
  const saving = useAction('money/mappings/save')
  const [payers, setPayers] = useState<readonly Payer[]>(mapping?.payers ?? [])
  const columns: Partial<Record<string, string>> = mapping?.columns ?? {}
  const submit = (form: FormData, close: () => void) => {
    const filled = Object.keys(roles).flatMap((role) => {
      const column = textIn(form, `column_${role}`)
      return column === '' ? [] : [[role, column]]
    })
    const body = {
      name: mapping?.name ?? textIn(form, 'name'),
      columns: Object.fromEntries(filled),
      date_format: textIn(form, 'date_format'),
      decimal: textIn(form, 'decimal'),
      delimiter: textIn(form, 'delimiter'),
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
      <fieldset className={styles.rows}>
        <legend>Names of the columns</legend>
        <div className={styles.fields}>
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
      <div className={styles.fields}>
        <label className="field">
          Dates
          <select name="date_format" defaultValue={mapping?.dateFormat}>
            <Options of={dateFormats.map((one) => [one, one])} />
          </select>
        </label>
        <CurrencyField label="Usual currency" defaultValue={mapping?.currency ?? currency} />
      </div>
      <div className={styles.fields}>
        <label className="field">
          Amounts
          <select name="decimal" defaultValue={mapping?.decimal}>
            <Options of={Object.entries(decimals)} />
          </select>
        </label>
        <label className="field">
          Between columns
          <select name="delimiter" defaultValue={mapping?.delimiter}>
            <Options of={Object.entries(delimiters)} />
          </select>
        </label>
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
