import type { HomeAnswer } from '../../api/wire.ts'
import { Forecast } from './forecast.tsx'
import styles from './home.module.css'
import { Period } from './period.tsx'

/** Longer days than yesterday, and how the month will end. */
export function Periods({ home: { periods, forecast } }: { home: HomeAnswer }) {
  return (
    <div className={`card ${styles.periods}`}>
      {periods.map((one) => (
        <Period key={one.period} period={one} />
      ))}
      <Forecast forecast={forecast} />
    </div>
  )
}
