import { use } from 'react'
import styles from './brand.module.css'
import { OwnMarkContext } from './own-mark.tsx'

/** The sign and name of Adtally, or those of the network whose partner the account is. */
export function Brand() {
  const mark = use(OwnMarkContext)
  if (mark === null) {
    return (
      <span className={styles.brand}>
        <i aria-hidden="true" />
        <span className={styles.name}>Adtally</span>
      </span>
    )
  }
  const { name, logo } = mark
  return (
    <span className={styles.brand}>
      {logo ? (
        <img className={styles.logo} {...logo} alt="" />
      ) : (
        <b className={styles.letter} aria-hidden="true">
          {[...name][0]}
        </b>
      )}
      <bdi className={`${styles.name} ${styles.own}`}>{name}</bdi>
    </span>
  )
}
