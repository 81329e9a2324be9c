import type { ContributionsAnswer } from '../../api/wire.ts'
import { Change, isOfFewDays } from '../../figures/change.tsx'
import { useFormats } from '../../figures/formats.ts'
import { changeOf } from '../../figures/metrics.ts'
import { ComparisonWords } from '../../insight/comparison-words.tsx'
import styles from './changes.module.css'
import { effectTexts, shownEffects } from './effects.ts'
import { type Step, waterfall } from './waterfall.ts'

/** The change of revenue in a sentence, and what it comes from. The parts add up to it. */
export function EffectsCard({ answer }: { answer: ContributionsAnswer }) {
  const formats = useFormats()
  const { total } = answer
  const [now, before] = [total.current.revenue_micros, total.previous.revenue_micros]
  const shown = shownEffects([total])
  const microsOf = (name: (typeof shown)[number]) => total.effects[`${name}_micros`]
  const bars = waterfall(shown.map((name) => Number(microsOf(name))))
  const isPlain = isOfFewDays(answer)
  const change = formats.moneyChange(total.change_micros)
  return (
    <section className="card" aria-labelledby="effects-title">
      <h2 id="effects-title">Change of revenue</h2>
      {answer.compared_days > 0 && (
        <p className={styles.sentence}>
          Revenue changed by <bdi>{change}</bdi>{' '}
          {total.change_ratio !== null && (
            <>
              <span className={styles.share}>
                (<Change decimal={changeOf(now, before)} of={answer} />)
              </span>{' '}
            </>
          )}
          from <bdi>{formats.money(before)}</bdi> to <bdi>{formats.money(now)}</bdi>.
        </p>
      )}
      <ComparisonWords answer={answer} />
      <NotCompared answer={answer} />
      {answer.compared_days > 0 && (
        <table className={styles.effects}>
          <thead className="unseen">
            <tr>
              <th scope="col">Comes from</th>
              <th scope="col">Amount</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((name, place) => (
              <tr key={name} data-effect={name}>
                <th scope="row">
                  {effectTexts[name].title} <small>{effectTexts[name].text}</small>
                </th>
                <td className="number">{formats.moneyChange(microsOf(name))}</td>
                <Bar
                  step={bars.steps[place]!}
                  zero={bars.zero}
                  way={isPlain ? 'plain' : Number(microsOf(name)) < 0 ? 'down' : 'up'}
                />
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">Change</th>
              <td className="number">{change}</td>
              <Bar step={bars.whole} zero={bars.zero} way="plain" />
            </tr>
          </tfoot>
        </table>
      )}
    </section>
  )
}

interface BarProps {
  readonly step: Step
  readonly zero: number
  readonly way: 'up' | 'down' | 'plain'
}

function Bar({ step: { start, size }, zero, way }: BarProps) {
  return (
    <td className={styles.bar} aria-hidden="true">
      <span>
        <i
          className={styles[way]}
          style={{ insetInlineStart: `${start}%`, inlineSize: `${size}%` }}
        />
        <b style={{ insetInlineStart: `${zero}%` }} />
      </span>
    </td>
  )
}

/** The revenue that is in neither sum, because its network reported one of the days only. */
function NotCompared({ answer: { not_compared: leftOut } }: { answer: ContributionsAnswer }) {
  const formats = useFormats()
  const parts = [
    { micros: leftOut.current.revenue_micros, days: 'in these days' },
    { micros: leftOut.previous.revenue_micros, days: 'in the days before' },
  ].filter(({ micros }) => BigInt(micros) !== 0n)
  if (parts.length === 0) return null
  return (
    <p className="note">
      Revenue of the days left out:{' '}
      {parts.map(({ micros, days }) => `${formats.money(micros)} ${days}`).join(', ')}.
    </p>
  )
}
