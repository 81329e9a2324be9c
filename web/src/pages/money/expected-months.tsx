import type { ExpectedAnswer } from '../../api/wire.ts'
import { useFormats } from '../../figures/formats.ts'
import { basisTexts, moneyText, monthText } from './money-texts.ts'
import { MonthLink } from './month-link.tsx'

export type ExpectedMonths = Pick<ExpectedAnswer, 'network' | 'months'>

/** The months that a payment is for, each with what its amount is made from. */
export function ExpectedMonthLinks({ of: { network, months } }: { of: ExpectedMonths }) {
  const formats = useFormats()
  return months.map(({ month, basis, amount }, place) => (
    <span key={month}>
      {place > 0 && ', '}
      <MonthLink of={{ network, month }}>{monthText(month, formats)}</MonthLink>{' '}
      {months.length > 1 && `${moneyText(amount, formats)} `}
      {basisTexts[basis]}
    </span>
  ))
}
