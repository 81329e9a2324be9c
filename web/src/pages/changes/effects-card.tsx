import type { ContributionsAnswer } from '../../api/wire.ts'
import { Change } from '../../figures/change.tsx'
import { useFormats } from '../../figures/formats.ts'
import { changeOf } from '../../figures/metrics.ts'
import { amountTotals, moneyTotals } from '../../figures/sums.ts'
import { ComparisonWords } from '../../insight/comparison-words.tsx'
import styles from './changes.module.css'
import { effectNames, effectTexts, shownEffects } from './effects.ts'

/** The change of revenue and what it comes from. The parts add up to it. */
export function EffectsCard({ answer }: { answer: ContributionsAnswer }) {
  const formats = useFormats()
  const { total } = answer
  const [now, before] = [amountTotals(total.current), amountTotals(total.previous)]
  const change = moneyTotals(total.change_micros)
  const shown = shownEffects([total])
  const most = Math.max(
    ...effectNames.map((name) => Math.abs(Number(total.effects[`${name}_micros`]))),
  )
  return (
    <section className="card" aria-labelledby="effects-title">
      <h2 id="effects-title">Change of revenue</h2>
      <p className={styles.figure}>
        <bdi>{formats.moneyChange(change)}</bdi>{' '}
        {total.change_ratio !== null && (
          <small>
            <Change decimal={changeOf('revenue', now, before)} />
          </small>
        )}
      </p>
      <p>
        <bdi>{formats.metric('revenue', now)}</bdi>, from{' '}
        <bdi>{formats.metric('revenue', before)}</bdi> before.
      </p>
      <ComparisonWords answer={answer} />
      <table className={styles.effects}>
        <thead>
          <tr>
            <th scope="col">Comes from</th>
            <th scope="col" className="number">
              Amount
            </th>
            <td className={styles.size} />
          </tr>
        </thead>
        <tbody>
          {shown.map((name) => {
            const micros = total.effects[`${name}_micros`]
            return (
              <tr key={name} data-effect={name}>
                <th scope="row">
                  {effectTexts[name].title} <small>{effectTexts[name].text}</small>
                </th>
                <td className="number">{formats.moneyChange(moneyTotals(micros))}</td>
                <td className={styles.size}>
                  <span
                    className={Number(micros) < 0 ? styles.down : styles.up}
                    style={{
                      inlineSize: `${most > 0 ? (Math.abs(Number(micros)) / most) * 100 : 0}%`,
                    }}
                  />
                </td>
              </tr>
            )
          })}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Change</th>
            <td className="number">{formats.moneyChange(change)}</td>
            <td className={styles.size} />
          </tr>
        </tfoot>
      </table>
    </section>
  )
}
