import type { ReactNode } from 'react'
import styles from './alone-card.module.css'
import { Brand } from './brand.tsx'
import { DisplaySettings } from './display-settings.tsx'
import { PageTitle } from './page-title.tsx'

/** A page of one card, for who is not signed in. */
export function AloneCard({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className={styles.alone}>
      <div className={`card ${styles.signIn}`}>
        <Brand />
        <PageTitle>{title}</PageTitle>
        {children}
      </div>
      <DisplaySettings />
    </main>
  )
}
