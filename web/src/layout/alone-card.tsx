import type { ReactNode } from 'react'
import { DisplaySettings } from './display-settings.tsx'
import { PageTitle } from './page-title.tsx'

/** A page of one card, for who is not signed in. */
export function AloneCard({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className="alone">
      <div className="card sign-in">
        <p className="brand">
          <i aria-hidden="true" />
          Adtally
        </p>
        <PageTitle>{title}</PageTitle>
        {children}
      </div>
      <DisplaySettings />
    </main>
  )
}
