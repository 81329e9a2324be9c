import type { MoneyAnswer } from '../../api/wire.ts'
import { useFormats } from '../../figures/formats.ts'
import { networkName } from '../../figures/names.ts'
import { type ListColumn, ListTable } from '../../tables/list-table.tsx'
import { column, networkColumn, numbers } from './columns.tsx'
import { amountIn } from './money-texts.ts'
import { ExpectedMonthLinks } from './month-link.tsx'
import { SetTerms } from './set-terms.tsx'

/** Balances that networks do not pay yet. */
export function Held({ balances }: { balances: MoneyAnswer['held'] }) {
  const formats = useFormats()
  const columns: ListColumn<MoneyAnswer['held'][number]>[] = [
    networkColumn,
    numbers('Balance', (one) => amountIn(one.currency, one.balance, formats)),
    numbers('Smallest payment', (one) => amountIn(one.currency, one.minimum, formats)),
    column('Months', (one) => <ExpectedMonthLinks of={one} />),
  ]
  return (
    <section className="card" aria-labelledby="held-title">
      <h2 id="held-title">Below the smallest payment</h2>
      <ListTable
        label="Balances below the smallest payment"
        isCard={false}
        className=""
        rows={balances}
        keyOf={({ network }) => network}
        attributesOf={({ network }) => ({ 'data-held': network })}
        columns={columns}
      />
    </section>
  )
}

/** Networks whose payments cannot be expected, because nobody set their terms. */
export function WithoutTerms({ networks }: { networks: readonly string[] }) {
  return (
    <section className="card" aria-labelledby="without-title">
      <h2 id="without-title">Without terms</h2>
      <p className="note">These networks owe something. Set their terms to see when they pay.</p>
      <ul className="lines">
        {networks.map((network) => (
          <li key={network} data-without={network}>
            {networkName(network)} <SetTerms network={network} />
          </li>
        ))}
      </ul>
    </section>
  )
}
