import styles from './change.module.css'
import { none, useFormats } from './formats.ts'

export interface ChangeProps {
  readonly decimal: string | null
  /** Whether the server has rounded it, to more decimals than are shown. */
  readonly isRounded?: boolean
}

/** The change of a figure, with an arrow, so that it does not depend on colour. */
export function Change({ decimal, isRounded = false }: ChangeProps) {
  const formats = useFormats()
  if (decimal === null) return <span className={styles.change}>{none}</span>
  const shown = isRounded ? formats.reported('change', decimal, false) : formats.change(decimal)
  const isSame = shown === formats.change('0')
  const way = isSame ? 'same' : decimal.startsWith('-') ? 'down' : 'up'
  return (
    <span className={`${styles.change} ${styles[way]}`}>
      <span aria-hidden="true">{arrows[way]}</span>
      <bdi>{shown}</bdi>
    </span>
  )
}

const arrows = { up: '▲', down: '▼', same: '' }
