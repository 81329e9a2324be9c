import type { ForecastAnswer } from '../../api/wire.ts'
import { useFormats } from '../../figures/formats.ts'
import styles from './home.module.css'

type MonthForecast = Omit<ForecastAnswer, 'account' | 'currency'>

/** How much the month will bring, with the range that 8 of 10 months end within. */
export function Forecast({ forecast }: { forecast: MonthForecast }) {
  const formats = useFormats()
  const { so_far_micros: soFar, point_micros: point, low_micros: low, high_micros: high } = forecast
  const money = (micros: number | string) => formats.money(micros)
  const month = formats.day(forecast.month_start_date, 'month')
  return (
    <section aria-labelledby="forecast-title">
      <h2 id="forecast-title">Forecast of {month}</h2>
      {point === null ? (
        <p>
          A forecast needs at least 14 days of figures. Reported so far: <bdi>{money(soFar)}</bdi>.
        </p>
      ) : (
        <>
          <p className={styles.days}>The whole month</p>
          <p className={styles.figure} data-forecast="point">
            {money(point)}
          </p>
          {low !== null && high !== null ? (
            <>
              <p className={styles.range} data-forecast="range">
                80% range: <bdi>{money(low)}</bdi> to <bdi>{money(high)}</bdi>
              </p>
              <Bar
                soFar={Number(soFar)}
                low={Number(low)}
                high={Number(high)}
                point={Number(point)}
              />
            </>
          ) : (
            <p>A range needs at least two earlier months.</p>
          )}
          <p className="note">
            <bdi>{money(soFar)}</bdi> reported so far.
            {low !== null && ' 8 of 10 months should end within the range.'}
          </p>
        </>
      )}
    </section>
  )
}

interface BarProps {
  readonly soFar: number
  readonly low: number
  readonly high: number
  readonly point: number
}

/** The reported revenue, and the range of the forecast. The text has the same figures. */
function Bar({ soFar, low, high, point }: BarProps) {
  const most = Math.max(high, soFar, point)
  if (most <= 0) return null
  const at = (value: number) => `${(Math.max(value, 0) / most) * 100}%`
  const from = Math.max(low, 0)
  return (
    <div className={styles.track} aria-hidden="true">
      <span className={styles.reported} style={{ inlineSize: at(soFar) }} />
      <span
        className={styles.band}
        style={{ insetInlineStart: at(from), inlineSize: at(high - from) }}
      />
      <span className={styles.point} style={{ insetInlineStart: at(point) }} />
    </div>
  )
}
