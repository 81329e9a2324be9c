import { useAccount } from '../api/queries.ts'
import { useFormats } from '../figures/formats.ts'
import { dimensionTitle, valueNames } from '../reports/names.ts'
import { usePageView } from '../view/use-view.ts'
import { daysOf, viewFilterNames } from '../view/view.ts'
import styles from './paper-head.module.css'

/** What a printed page is about: on paper, nothing else tells the account, the days and the filters. */
export function PaperHead() {
  const { username, currency, today, apps } = useAccount()
  const formats = useFormats()
  const { range, filters } = usePageView().view
  const nameOf = valueNames(formats, apps)
  const { from, to } = daysOf(range, today)
  const chosen = viewFilterNames.flatMap((name) => {
    const values = (filters[name] ?? []).map((value) => nameOf(name, value))
    return values.length > 0 ? `${dimensionTitle(name)}: ${values.join(', ')}` : []
  })
  return (
    <p className={styles.head}>
      {[username, currency, formats.range(from, to), ...chosen].join(' · ')}
      <br />
      Printed on {formats.day(today, 'short')}
    </p>
  )
}
