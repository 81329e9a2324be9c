import type { ReconciliationAnswer } from '../../api/wire.ts'
import { slicesText } from '../../figures/counted.ts'
import { useFormats } from '../../figures/formats.ts'
import { labelTexts } from './level.ts'
import styles from './reconcile.module.css'

/** Both reports over all that is shown, and the reasons of the gap. */
export function GapTotal({ answer: { total, report } }: { answer: ReconciliationAnswer }) {
  const formats = useFormats()
  return (
    <section className="card" aria-labelledby="gap-title">
      <h2 id="gap-title">Gap</h2>
      <dl className={styles.total}>
        <div>
          <dt>Figures</dt>
          <dd>{formats.money(total.figures_micros)}</dd>
        </div>
        <div>
          <dt>{report}</dt>
          <dd>{formats.money(total.report_micros)}</dd>
        </div>
        <div>
          <dt>Gap</dt>
          <dd>
            {formats.moneyChange(total.gap_micros)} <small>{formats.drift(total.gap_ratio)}</small>
          </dd>
        </div>
      </dl>
      <ul className={styles.labels} aria-label="Reasons">
        {total.labels.map(({ label, slices, gap_micros: gap }) => (
          <li key={label} data-label={label}>
            <b>{labelTexts[label].title}</b>: {formats.moneyChange(gap)} in{' '}
            {slicesText(formats.count(slices), slices)} <small>({labelTexts[label].text})</small>
          </li>
        ))}
      </ul>
    </section>
  )
}
