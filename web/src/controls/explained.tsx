import type { ReactNode } from 'react'
import { Button, Dialog, DialogTrigger, Popover } from 'react-aria-components'
import styles from './explained.module.css'

export interface ExplainedProps {
  readonly term: string
  /** The explanation. */
  readonly children: ReactNode
}

/** Words that are explained when they are clicked. */
export function Explained({ term, children }: ExplainedProps) {
  return (
    <DialogTrigger>
      <Button className={styles.term!}>{term}</Button>
      <Popover className="popover" placement="bottom start">
        <Dialog className={styles.text!} aria-label={term}>
          {children}
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}
