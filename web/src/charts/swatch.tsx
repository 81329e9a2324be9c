import styles from './swatch.module.css'

export type Mark = 'open' | 'unknown' | 'missing' | 'waiting' | 'note'

/** A small square in a group's colour, or with a mark that days have. */
export function Swatch(props: { colour: string } | { mark: Mark }) {
  if ('mark' in props) return <i className={styles[props.mark]} />
  return <i className={styles.swatch} style={{ background: props.colour }} />
}
