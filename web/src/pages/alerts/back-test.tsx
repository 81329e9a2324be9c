import type { BackTestAnswer } from '../../api/wire.ts'
import { useFormats } from '../../figures/formats.ts'
import { plural } from '../../figures/plural.ts'
import styles from './alerts.module.css'

/** What a rule would have told on past days. */
export function BackTest({ found: { count, alerts, from } }: { found: BackTestAnswer }) {
  const formats = useFormats()
  if (from === null) {
    return (
      <p className="note" role="status">
        These days cannot be tested: their figures as they were are not known.
      </p>
    )
  }
  const alertsText = plural(count, { one: 'alert', other: 'alerts' })
  return (
    <section className={styles.tested} aria-label="Result of the test">
      <p role="status">
        It would have told {count === 0 ? 'no alerts' : `${formats.count(count)} ${alertsText}`}{' '}
        since {formats.instant(from)}.
      </p>
      {alerts.length > 0 && (
        <ul>
          {alerts.map(({ id, title, fired_at: at }) => (
            <li key={id}>
              {at !== null && `${formats.day(at.slice(0, 10), 'short')}: `}
              <bdi>{title}</bdi>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
