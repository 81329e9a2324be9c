import type { ReactNode } from 'react'
import { useAccount } from '../api/queries.ts'
import { PageLink } from '../view/page-link.tsx'

export interface ToImportProps {
  /** What is not known, and what tells it. */
  readonly children: ReactNode
  /** The columns of the file. */
  readonly columns: string
}

/** Says what to import where there are no figures. */
export function ToImport({ children, columns }: ToImportProps) {
  const mayImport = useAccount().permissions.includes('import')
  return (
    <div data-empty="">
      <p>
        {children} Choose other days, or import a file with the columns{' '}
        <code>{columns.replaceAll(',', ', ')}</code>.
      </p>
      {mayImport && (
        <p>
          Drop it on the <PageLink to="/dashboard/imports">Imports</PageLink> page.
        </p>
      )}
    </div>
  )
}
