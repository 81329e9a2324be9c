import { useAccount } from '../../api/queries.ts'
import { DayRange } from '../../figures/day-range.tsx'
import { daysOf, type Range } from '../../view/view.ts'

/** The days of a range, at the end of a title. */
export function DaysOf({ range }: { range: Range }) {
  const { today } = useAccount()
  return (
    <>
      : <DayRange {...daysOf(range, today)} />
    </>
  )
}
