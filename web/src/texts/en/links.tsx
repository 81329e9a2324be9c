import type { ReactNode } from 'react'
import { texts } from '../texts.ts'

export const linksTexts = texts('links', {
  figures: 'Figures',
  byRows: (rows: string) => ` by ${rows}`,
  daysTo: (from: string, to: string) => `${from} to ${to}`,
  andMore: (more: number) => ` and ${more} more`,
  reportLinks: 'Report links',
  explore: 'Explore',
  aboutLinks: (link: ReactNode) => (
    <>
      Anyone who has the address of a link sees its figures, and nothing else. Share a table on{' '}
      {link}.
    </>
  ),
  noReportLinks: 'No report links',
  chooseFigures: (link: ReactNode) => <>Choose figures on {link}, then Share.</>,
  name: 'Name',
  shows: 'Shows',
  created: 'Created',
  expires: 'Expires',
  never: 'Never',
  expired: 'Expired',
  revoke: 'Revoke',
  revokeTheLink: (name: string) => `Revoke the link “${name}”?`,
  aboutRevoking: 'It stops working at once, for everyone who has its address.',
  revokeLink: 'Revoke link',
})
