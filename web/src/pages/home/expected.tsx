import type { WireNumber } from '../../api/wire.ts'
import { useFormats } from '../../figures/formats.ts'
import styles from './home.module.css'

/** Revenue that is expected where none is reported. */
export function Expected({ micros }: { micros: WireNumber }) {
  const formats = useFormats()
  return <span className={styles.expected}>about {formats.about(Number(micros) / 1e6)}</span>
}
