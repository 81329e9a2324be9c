import styles from './brand.module.css'

/** The sign and name of Adtally. */
export function Brand() {
  return (
    <span className={styles.brand}>
      <i aria-hidden="true" />
      <span className={styles.name}>Adtally</span>
    </span>
  )
}
