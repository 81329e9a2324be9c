import type { ChangeEvent, ComponentProps, ReactNode } from 'react'
import { useAccount } from '../../api/queries.ts'
import { Options, type OptionsProps } from '../../controls/options.tsx'
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

type SelectProps = ComponentProps<'select'> & OptionsProps & { readonly label: string }

/** A choice. */
export function SelectField({ label, of, children, ...props }: SelectProps) {
  return (
    <label className="field">
      {label}
      <select {...props}>
        {children}
        <Options of={of} />
      </select>
    </label>
  )
}

/** A choice of a network: those with figures first. */
export function NetworkField(props: ComponentProps<'select'>) {
  const all = new Set([...useAccount().networks, ...knownNetworks])
  return (
    <SelectField
      label="Network"
      of={[...all].map((one) => [one, networkName(one)])}
      required
      {...props}
    >
      <option value="">Choose one</option>
    </SelectField>
  )
}

interface Bound {
  readonly value: string
  readonly onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => void
}

export interface RowsFieldProps<Row extends object> {
  readonly legend: string
  readonly rows: readonly Row[]
  /** A row that is added. */
  readonly added: Row
  readonly add: string
  readonly onChange: (rows: readonly Row[]) => void
  /** The fields of a row. @param bind binds a field to a text of the row */
  readonly children: (bind: (name: keyof Row) => Bound) => ReactNode
}

/** Rows of fields, which can be added and removed. */
export function RowsField<Row extends object>(props: RowsFieldProps<Row>) {
  const { legend, rows, added, add, onChange, children } = props
  return (
    <fieldset className={styles.rows}>
      <legend>{legend}</legend>
      {rows.map((row, place) => (
        <div key={place} className={styles.fields}>
          {children((name) => ({
            value: String(row[name]),
            onChange: ({ target }) => onChange(rows.with(place, { ...row, [name]: target.value })),
          }))}
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
