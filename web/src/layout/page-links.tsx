import { ToDoMark } from '../pages/home/to-do-mark.tsx'
import { PageLink } from '../view/page-link.tsx'
import { useDestination, useDestinations } from './destinations.ts'
import styles from './page-links.module.css'

const exactly = { exact: true, includeSearch: false }

/** The navigation: the destinations. */
export function PageLinks() {
  const current = useDestination()
  return (
    <nav aria-label="Main" className={styles.destinations}>
      {useDestinations().map(({ title, pages }) => (
        <PageLink
          key={title}
          to={pages[0]!.to}
          aria-current={title === current?.title ? 'true' : undefined}
          activeOptions={exactly}
        >
          {title}
          {title === 'Home' && <ToDoMark />}
        </PageLink>
      ))}
    </nav>
  )
}

/** The pages of the destination on screen, if it has several. */
export function PageRow() {
  const current = useDestination()
  if (!current?.hasRow) return null
  return (
    <nav aria-label={`${current.title} pages`} className={styles.row}>
      {current.pages.map(({ to, title }) => (
        <PageLink key={to} to={to} activeOptions={exactly}>
          {title}
        </PageLink>
      ))}
    </nav>
  )
}
