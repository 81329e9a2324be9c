import type { MoneyAnswer, MoneyMonthAnswer } from '../../api/wire.ts'
import { Sparkline } from '../../charts/sparkline.tsx'
import { useFormats } from '../../figures/formats.ts'
import { type ListColumn, ListTable } from '../../tables/list-table.tsx'
import { column, networkColumn, numbers } from './columns.tsx'
import { monthText } from './money-texts.ts'

/** How much of what networks reported they paid, month by month. */
export function PaidRatios({ money: { paid_ratios: ratios, months } }: { money: MoneyAnswer }) {
  const formats = useFormats()
  const known = ratios.filter(({ paid_ratio: ratio }) => ratio !== null)
  if (known.length === 0) return null
  const ratiosOf = (of: string) =>
    months.filter(({ network, paid_ratio: ratio }) => network === of && ratio !== null)
  const columns: ListColumn<MoneyAnswer['paid_ratios'][number]>[] = [
    networkColumn,
    numbers('Paid ratio', ({ paid_ratio: ratio }) => formats.share(ratio)),
    {
      ...column('Course', ({ network }) => <Sparkline points={ratiosOf(network).map(toPoint)} />),
      isUnseen: true,
    },
    column('Months', ({ network }) =>
      ratiosOf(network)
        .slice(-shownMonths)
        .map((one) => `${monthText(one.month, formats)} ${formats.share(one.paid_ratio)}`)
        .join(', '),
    ),
  ]
  return (
    <section className="card" aria-labelledby="ratios-title">
      <h2 id="ratios-title">Paid of what was reported</h2>
      <ListTable
        label="Paid ratio by network"
        isCard={false}
        className=""
        rows={known}
        keyOf={({ network }) => network}
        attributesOf={({ network }) => ({ 'data-ratio': network })}
        columns={columns}
      />
    </section>
  )
}

/** The last months of a network that are written out. */
const shownMonths = 6

const toPoint = ({ paid_ratio: ratio }: MoneyMonthAnswer) => Number(ratio)
