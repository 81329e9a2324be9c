import { LinePath } from '@visx/shape'
import styles from './sparkline.module.css'

const width = 88
const height = 24

/** A small line without axes. Screen readers skip it, because the table has the figures. */
export function Sparkline({ points }: { points: readonly (number | null)[] }) {
  const known = points.filter((point) => point !== null)
  if (known.length < 2) return null
  const [low, high] = [Math.min(0, ...known), Math.max(0, ...known)]
  const scale = high === low ? 0 : (height - 4) / (high - low)
  return (
    <svg className={styles.sparkline} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <LinePath
        data={[...points]}
        x={(_, place) => (place / (points.length - 1)) * (width - 2) + 1}
        y={(point) => height - 2 - ((point ?? 0) - low) * scale}
        defined={(point) => point !== null}
        strokeLinecap="round"
      />
    </svg>
  )
}
