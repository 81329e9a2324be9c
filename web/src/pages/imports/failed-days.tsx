import type { FailedDayAnswer } from '../../api/wire.ts'
import { useFormats } from '../../figures/formats.ts'
import { visible } from '../../figures/visible.ts'
import { FewRows } from '../../layout/few-rows.tsx'
import { PageLink } from '../../view/page-link.tsx'
import styles from './imports.module.css'

/** Days of connections whose last attempt failed, until they are fetched. */
export function FailedDays({ days }: { days: readonly FailedDayAnswer[] }) {
  const formats = useFormats()
  return (
    <section className="card" aria-labelledby="failed-days-title">
      <h2 id="failed-days-title">Days that were not fetched</h2>
      <p className="note">
        Adtally tries these days again: an entry disappears once its day is fetched.
      </p>
      <FewRows count={days.length}>
        <ul className={styles.failures}>
          {days.map(({ connection, day, failed_at: at, message }) => (
            <li key={`${connection} ${day}`} data-failed-day={day}>
              <p>
                <PageLink to="/dashboard/connections/of/$name" params={{ name: connection }}>
                  <b>{visible(connection)}</b>
                </PageLink>{' '}
                {formats.day(day, 'short')} <time dateTime={at}>{formats.instant(at)}</time>
              </p>
              <p className="failure">{visible(message)}</p>
            </li>
          ))}
        </ul>
      </FewRows>
    </section>
  )
}
