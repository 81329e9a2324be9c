import type { ReconciliationAnswer } from '../../api/wire.ts'
import { useFormats } from '../../figures/formats.ts'
import { shownChange, shownMicros } from '../../figures/micros.ts'
import { reconcileTexts } from '../../texts/en/reconcile.tsx'
import { shownDrift } from '../restatements/shown-drift.ts'
import styles from './reconcile.module.css'

/** Both reports over all that is shown, and the reasons of the gap. */
export function GapTotal({ answer: { total, report } }: { answer: ReconciliationAnswer }) {
  const formats = useFormats()
  return (
    <section className="card" aria-labelledby="gap-title">
      <h2 id="gap-title">{reconcileTexts.gap}</h2>
      <dl className={styles.total}>
        <div>
          <dt>{reconcileTexts.figures}</dt>
          <dd>{shownMicros(formats, total.figures_micros)}</dd>
        </div>
        <div>
          <dt>{report}</dt>
          <dd>{shownMicros(formats, total.report_micros)}</dd>
        </div>
        <div>
          <dt>{reconcileTexts.gap}</dt>
          <dd>
            {shownChange(formats, total.gap_micros)}{' '}
            <small>{shownDrift(formats, total.gap_ratio)}</small>
          </dd>
        </div>
      </dl>
      <ul className={styles.labels} aria-label={reconcileTexts.reasons}>
        {total.labels.map(({ label, slices, gap_micros: gap }) => (
          <li key={label} data-label={label}>
            {reconcileTexts.gapInSlices(
              <b>{reconcileTexts.labels[label].title}</b>,
              shownChange(formats, gap),
              formats.count(slices),
              slices,
            )}{' '}
            <small>({reconcileTexts.labels[label].text})</small>
          </li>
        ))}
      </ul>
    </section>
  )
}
