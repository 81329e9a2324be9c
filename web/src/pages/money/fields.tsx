import type { ComponentProps, ReactNode } from 'react'
import { useAccount } from '../../api/queries.ts'
import { Options } from '../../controls/options.tsx'
import { QuietButton } from '../../controls/quiet-button.tsx'
import { knownNetworks, networkName } from '../../figures/names.ts'
import styles from './money.module.css'

type InputProps = Omit<ComponentProps<'input'>, 'children'> & { readonly label: string }

/** A field for a text. */
export function TextField({ label, ...props }: InputProps) {
  return (
    <label className="field">
      {label}
      <input maxLength={100} {...props} />
    </label>
  )
}

/** A field for an amount, or for a percentage. */
export function AmountField(props: InputProps) {
  return <TextField inputMode="decimal" maxLength={20} required {...props} />
}

/** A field for a month. */
export function MonthField(props: InputProps) {
  return (
    <TextField
      pattern="\d{4}-(0[1-9]|1[0-2])"
      title="A month such as 2026-03"
      placeholder="2026-03"
      maxLength={7}
      required
      {...props}
    />
  )
}

/** A field for the code of a currency. */
export function CurrencyField(props: InputProps) {
  return (
    <TextField
      name="currency"
      pattern="[A-Za-z]{3}"
      title="Three letters such as USD"
      required
      {...props}
    />
  )
}

/** A choice of a network: those with figures first. */
export function NetworkField(props: ComponentProps<'select'>) {
  const { networks } = useAccount()
  const all = new Set([...networks, ...knownNetworks])
  return (
    <label className="field">
      Network
      <select required {...props}>
        <option value="">Choose one</option>
        <Options of={[...all].map((one) => [one, networkName(one)])} />
      </select>
    </label>
  )
}

export interface RowsFieldProps<Row> {
  readonly legend: string
  readonly rows: readonly Row[]
  /** A row that is added. */
  readonly added: Row
  readonly add: string
  readonly onChange: (rows: readonly Row[]) => void
  /** The fields of a row. */
  readonly children: (row: Row, change: (part: Partial<Row>) => void) => ReactNode
}

/** Rows of fields, which can be added and removed. */
export function RowsField<Row>(props: RowsFieldProps<Row>) {
  const { legend, rows, added, add, onChange, children } = props
  return (
    <fieldset className={styles.rows}>
      <legend>{legend}</legend>
      {rows.map((row, place) => (
        <div key={place} className={styles.fields}>
          {children(row, (part) =>
            onChange(rows.map((one, at) => (at === place ? { ...one, ...part } : one))),
          )}
          <QuietButton
            aria-label={`Remove ${legend.toLowerCase()} ${place + 1}`}
            onClick={() => onChange(rows.filter((_, at) => at !== place))}
          >
            Remove
          </QuietButton>
        </div>
      ))}
      <QuietButton onClick={() => onChange([...rows, added])}>{add}</QuietButton>
    </fieldset>
  )
}
