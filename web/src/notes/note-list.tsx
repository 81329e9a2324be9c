import { useAccount } from '../api/queries.ts'
import { DayRange } from '../figures/day-range.tsx'
import { useFormats } from '../figures/formats.ts'
import { plural } from '../figures/plural.ts'
import { Failure } from '../layout/states.tsx'
import { valueNames } from '../reports/names.ts'
import { PageLink } from '../view/page-link.tsx'
import styles from './note-list.module.css'
import type { PlacedNote } from './notes-of-days.ts'

/** Notes that are listed below a chart. */
const maxListed = 6

export interface NoteListProps {
  readonly notes: readonly PlacedNote[]
  /** Why notes are missing; null when none are. */
  readonly error: Error | null
  readonly onRetry: () => void
}

/** The notes that a chart marks. */
export function NoteList({ notes, error, onRetry }: NoteListProps) {
  const { apps } = useAccount()
  const formats = useFormats()
  if (error) return <Failure error={error} title="Notes could not be loaded. " onRetry={onRetry} />
  if (notes.length === 0) return null
  const nameOf = valueNames(formats, apps)
  const more = notes.length - maxListed
  return (
    <>
      <ul className={styles.notes} aria-label="Notes">
        {notes.slice(-maxListed).map(({ note }) => (
          <li key={note.id}>
            <span className={styles.days}>
              {note.start_date === note.end_date ? (
                formats.day(note.start_date, 'axis')
              ) : (
                <DayRange from={note.start_date} to={note.end_date} />
              )}
            </span>
            <span>
              <bdi>{note.text}</bdi>
              {note.app_id !== null && (
                <span className={styles.app}> · {nameOf('app_id', note.app_id)}</span>
              )}
            </span>
          </li>
        ))}
      </ul>
      <p className="note">
        {more > 0 &&
          `${formats.count(more)} earlier ${plural(more, { one: 'note', other: 'notes' })}. `}
        <PageLink to="/dashboard/notes">All notes</PageLink>
      </p>
    </>
  )
}
