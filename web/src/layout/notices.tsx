import { createContext, type ReactNode } from 'react'
import { QuietButton } from '../controls/quiet-button.tsx'
import { listed } from '../figures/listed.ts'
import { useAddress } from '../view/use-view.ts'
import styles from './notices.module.css'

/** The notices above every page. */
export const NoticeContext = createContext<ReactNode>(null)

const maxListed = 5

/** Names the values of the URL that were left out. */
export function IgnoredInLink() {
  return <IgnoredValues values={useAddress().ignored} />
}

/** Names values of the URL that were left out. */
export function IgnoredValues({ values }: { values: readonly string[] }) {
  if (values.length === 0) return null
  return (
    <p className={`card ${styles.notice}`} role="status">
      <span>
        Ignored in this link: <bdi>{listed(values, maxListed)}</bdi>
      </span>
    </p>
  )
}

export interface OtherAccountProps {
  readonly username: string
  readonly onClose: () => void
}

/** Says that another tab signed in to another account. */
export function OtherAccount({ username, onClose }: OtherAccountProps) {
  return (
    <p className={`card ${styles.notice}`} role="status">
      <span>
        Signed in as {username} in another tab. This tab now shows {username} too.
      </span>
      <QuietButton onClick={onClose}>OK</QuietButton>
    </p>
  )
}
