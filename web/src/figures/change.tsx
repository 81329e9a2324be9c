import styles from './change.module.css'
import { none, useFormats } from './formats.ts'

/** How many days of a range are compared, as the comparison tells. */
export interface ComparedDays {
  readonly compared_days: number
  readonly left_out_days: number
}

export interface ChangeProps {
  /** It may be rounded, to more decimals than are shown. */
  readonly decimal: string | null
  /** The days that it is of: with few comparable ones, it has no colour, and says so. */
  readonly of?: ComparedDays | undefined
  /** Whether it has no colour, because others say that few days are comparable. */
  readonly isPlain?: boolean
}

/** A change of fewer days, as a part of all, tells little about the whole. */
const enough = 0.8

/** Whether too few days are comparable to colour a change. */
export const isOfFewDays = ({ compared_days: compared, left_out_days: leftOut }: ComparedDays) =>
  compared < enough * (compared + leftOut)

/** The change of a figure, with an arrow, so that it does not depend on colour. */
export function Change({ decimal, of, isPlain = false }: ChangeProps) {
  const formats = useFormats()
  if (decimal === null) return <span className={styles.change}>{none}</span>
  const shown = formats.reported('change', decimal, false)
  const isFew = of !== undefined && isOfFewDays(of)
  const isSame = shown === formats.change('0')
  const way = isSame ? 'same' : decimal.startsWith('-') ? 'down' : 'up'
  return (
    <span className={`${styles.change} ${isFew || isPlain ? '' : styles[way]}`}>
      <span aria-hidden="true">{arrows[way]}</span>
      <bdi>{shown}</bdi>
      {isFew && (
        <small>
          {formats.count(of.compared_days)} of {formats.count(of.compared_days + of.left_out_days)}{' '}
          days comparable
        </small>
      )}
    </span>
  )
}

const arrows = { up: '▲', down: '▼', same: '' }
