import { useState } from 'react'
import { useAccount, useAction, useAnswer } from '../../api/queries.ts'
import type { MappingAnswer } from '../../api/wire.ts'
import { textsIn } from '../../controls/text-in.ts'
import { networkName } from '../../figures/names.ts'
import { visible } from '../../figures/visible.ts'
import { Card } from '../../layout/card.tsx'
import { ConfirmDialog } from '../../layout/confirm-dialog.tsx'
import { FormDialog } from '../../layout/form-dialog.tsx'
import { Failure } from '../../layout/states.tsx'
import { ListTable } from '../../tables/list-table.tsx'
import { CurrencyField, NetworkField, RowsField, SelectField, TextField } from './fields.tsx'
import styles from './money.module.css'

/** How the files of banks are read. */
export function BankMappings() {
  const { data, error, refetch } = useAnswer('money/mappings')
  const deleting = useAction('money/mappings/delete')
  return (
    <Card title="Files of banks" actions={data && <SaveMapping />}>
      <p className="note">
        Which columns of a bank’s CSV are read, and which network pays. Other columns and lines are
        not stored.
      </p>
      <Failure error={error} onRetry={() => refetch()} />
      <Failure error={deleting.error} />
      {data && data.mappings.length > 0 && (
        <ListTable
          label="Files of banks"
          isCard={false}
          rows={data.mappings}
          keyOf={({ name }) => name}
          attributesOf={({ name }) => ({ 'data-mapping': name })}
          columns={[
            { title: 'Name', cell: ({ name }) => visible(name) },
            { title: 'Columns', cell: columnsText },
            { title: 'Currency', cell: ({ currency }) => currency },
            { title: 'Payers', cell: payersText },
          ]}
          actionsOf={(mapping) => (
            <>
              <SaveMapping mapping={mapping} />
              <ConfirmDialog
                label="Delete"
                about={mapping.name}
                title={`Delete ${mapping.name}?`}
                text="Statements that were imported with it stay."
                action="Delete"
                onConfirm={() => deleting.mutate({ name: mapping.name })}
              />
            </>
          )}
        />
      )}
    </Card>
  )
}

const columnsText = ({ columns }: MappingAnswer): string =>
  Object.entries<string>(columns)
    .map(([role, column]) => `${role}: ${visible(column)}`)
    .join(', ')

const payersText = ({ payers }: MappingAnswer): string =>
  payers.map(({ contains, network }) => `${visible(contains)}: ${networkName(network)}`).join(', ')

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
function SaveMapping({ mapping }: { mapping?: MappingAnswer }) {
  const { currency } = useAccount()
  const saving = useAction('money/mappings/save')
  const [payers, setPayers] = useState<readonly Payer[]>(mapping?.payers ?? [])
  const columns: Partial<Record<string, string>> = mapping?.columns ?? {}
  const submit = (form: FormData, close: () => void) => {
    const { date_format, decimal, delimiter, usual_currency: usual, ...texts } = textsIn(form)
    const { name = mapping?.name, ...columns } = texts
    const body = {
      name,
      columns: Object.fromEntries(Object.entries(columns).filter(([, column]) => column !== '')),
      date_format,
      decimal,
      delimiter,
      currency: usual!.toUpperCase(),
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
              name={role}
              defaultValue={columns[role]}
              required={role === 'date' || role === 'amount'}
            />
          ))}
        </div>
      </fieldset>
      <div className={styles.fields}>
        <SelectField
          label="Dates"
          name="date_format"
          defaultValue={mapping?.date_format}
          of={dateFormats.map((one) => [one, one])}
        />
        <SelectField
          label="Amounts"
          name="decimal"
          defaultValue={mapping?.decimal}
          of={Object.entries(decimals)}
        />
        <SelectField
          label="Between columns"
          name="delimiter"
          defaultValue={mapping?.delimiter}
          of={Object.entries(delimiters)}
        />
        <CurrencyField
          label="Usual currency"
          name="usual_currency"
          defaultValue={mapping?.currency ?? currency}
        />
      </div>
      <RowsField
        legend="Payer"
        rows={payers}
        added={{ contains: '', network: '' }}
        add="Add a payer"
        onChange={setPayers}
      >
        {(bind) => (
          <>
            <TextField label="Text in the line" {...bind('contains')} required />
            <NetworkField {...bind('network')} />
          </>
        )}
      </RowsField>
    </FormDialog>
  )
}
