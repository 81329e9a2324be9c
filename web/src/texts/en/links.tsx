import type { ReactNode } from 'react'
import { texts } from '../texts.ts'

export const linksTexts = texts('links', {
  figures: 'Figures',
  by: (part: string) => ` by ${part}`,
  yesterday: 'yesterday',
  theLastDays: (days: string) => `the last ${days} days`,
  to: (part: string, part2: string) => `${part} to ${part2}`,
  andMore: (more: number) => ` and ${more} more`,
  reportLinks: 'Report links',
  explore: 'Explore',
  anyoneWhoHasTheAddress: (link: ReactNode) => (
    <>
      Anyone who has the address of a link sees its figures, and nothing else. Share a table on{' '}
      {link}.
    </>
  ),
  noReportLinks: 'No report links',
  chooseFiguresOnThenShare: (link: ReactNode) => <>Choose figures on {link}, then Share.</>,
  name: 'Name',
  shows: 'Shows',
  created: 'Created',
  expires: 'Expires',
  never: 'Never',
  expired: 'Expired',
  revoke: 'Revoke',
  revokeTheLink: (name: string) => `Revoke the link “${name}”?`,
  itStopsWorkingAtOnce: 'It stops working at once, for everyone who has its address.',
  revokeLink: 'Revoke link',
})
