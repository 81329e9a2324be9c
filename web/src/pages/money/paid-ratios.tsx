import type { MoneyAnswer } from '../../api/wire.ts'
import { Sparkline } from '../../charts/sparkline.tsx'
import { useFormats } from '../../figures/formats.ts'
import { networkName } from '../../figures/names.ts'
import { ListTable } from '../../tables/list-table.tsx'
import { monthText } from './money-texts.ts'

/** How much of what networks reported they paid, month by month. */
export function PaidRatios({ money: { paid_ratios: ratios, months } }: { money: MoneyAnswer }) {
  const formats = useFormats()
  const known = ratios.filter(({ paid_ratio: ratio }) => ratio !== null)
  if (known.length === 0) return null
  const monthsOf = (of: string) => months.filter(({ network }) => network === of)
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
        columns={[
          { title: 'Network', cell: ({ network }) => networkName(network) },
          {
            title: 'Paid ratio',
            isNumber: true,
            cell: ({ paid_ratio: ratio }) => formats.share(ratio),
          },
          {
            title: 'Course',
            isUnseen: true,
            cell: ({ network }) => (
              <Sparkline
                points={monthsOf(network).map(({ paid_ratio: one }) =>
                  one === null ? null : Number(one),
                )}
              />
            ),
          },
          {
            title: 'Months',
            cell: ({ network }) =>
              monthsOf(network)
                .filter(({ paid_ratio: one }) => one !== null)
                .slice(-shownMonths)
                .map(
                  ({ month, paid_ratio: one }) =>
                    `${monthText(month, formats)} ${formats.share(one)}`,
                )
                .join(', '),
          },
        ]}
      />
    </section>
  )
}

/** The last months of a network that are written out. */
const shownMonths = 6
