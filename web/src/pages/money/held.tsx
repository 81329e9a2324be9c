import type { MoneyAnswer } from '../../api/wire.ts'
import { useFormats } from '../../figures/formats.ts'
import { networkName } from '../../figures/names.ts'
import { ListTable } from '../../tables/list-table.tsx'
import { ExpectedMonthLinks } from './expected-months.tsx'
import { amountIn } from './money-texts.ts'
import { SetTerms } from './set-terms.tsx'

/** Balances that networks do not pay yet. */
export function Held({ balances }: { balances: MoneyAnswer['held'] }) {
  const formats = useFormats()
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
        columns={[
          { title: 'Network', cell: ({ network }) => networkName(network) },
          {
            title: 'Balance',
            isNumber: true,
            cell: ({ currency, balance }) => amountIn(currency, balance, formats),
          },
          {
            title: 'Smallest payment',
            isNumber: true,
            cell: ({ currency, minimum }) => amountIn(currency, minimum, formats),
          },
          { title: 'Months', cell: (one) => <ExpectedMonthLinks of={one} /> },
        ]}
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
