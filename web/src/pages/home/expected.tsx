import { useAccount } from '../../api/queries.ts'
import type { WireNumber } from '../../api/wire.ts'
import { useFormats } from '../../figures/formats.ts'
import { aboutMoney } from './about-money.ts'
import styles from './home.module.css'

/** Revenue that is expected where none is reported. */
export function Expected({ micros }: { micros: WireNumber }) {
  const formats = useFormats()
  const { currency } = useAccount()
  return <span className={styles.expected}>about {aboutMoney(formats, currency, micros)}</span>
}
