import { useState } from 'react'
import { addDays, formatDay, parseDay } from '../../../../src/values/day.ts'
import { useAccount, useAction, useAnswer, useMayEdit } from '../../api/queries.ts'
import type { NoteAnswer } from '../../api/wire.ts'
import { QuietButton } from '../../controls/quiet-button.tsx'
import { DayRange } from '../../figures/day-range.tsx'
import { useFormats } from '../../figures/formats.ts'
import { ConfirmDialog } from '../../layout/confirm-dialog.tsx'
import { PageTitle } from '../../layout/page-title.tsx'
import { Failure, LoadedList } from '../../layout/states.tsx'
import { NoteDialog, type NoteDialogProps } from '../../notes/note-dialog.tsx'
import { valueNames } from '../../reports/names.ts'
import { ListTable } from '../../tables/list-table.tsx'
import { PageLink } from '../../view/page-link.tsx'
import { searchOf } from '../../view/search.ts'
import { useAddress } from '../../view/use-view.ts'
import styles from './notes.module.css'

/** The notes on days of the account. */
export default function Notes() {
  const { today } = useAccount()
  const [edited, setEdited] = useState<NoteDialogProps['of'] | null>(null)
  const mayWrite = useMayEdit()
  return (
    <>
      <PageTitle of="/dashboard/notes" />
      <p className="under-title">
        What happened on a day: a price test, a release, an outage. Charts mark these days.
      </p>
      {mayWrite && (
        <div>
          <button
            type="button"
            className="primary"
            onClick={() => setEdited({ day: today, app: null })}
          >
            Add a note
          </button>
        </div>
      )}
      <LoadedList
        query={useAnswer('notes')}
        rowsOf={({ notes }) => notes}
        empty="No notes"
        advice={
          <p>
            {mayWrite ? (
              <>
                Add one here, or press N on a day of the chart of the{' '}
                <PageLink to="/dashboard">Overview</PageLink>.
              </>
            ) : (
              'Editors and owners of this account can write notes.'
            )}
          </p>
        }
      >
        {(notes) => <NoteTable notes={notes} mayWrite={mayWrite} onEdit={setEdited} />}
      </LoadedList>
      {edited && <NoteDialog of={edited} onClose={() => setEdited(null)} />}
    </>
  )
}

interface NoteTableProps {
  readonly notes: readonly NoteAnswer[]
  readonly mayWrite: boolean
  readonly onEdit: (note: NoteAnswer) => void
}

function NoteTable({ notes, mayWrite, onEdit }: NoteTableProps) {
  const { apps } = useAccount()
  const deleting = useAction('notes/delete')
  const nameOf = valueNames(useFormats(), apps)
  return (
    <>
      <Failure error={deleting.error} isCard />
      <ListTable
        label="Notes"
        className={styles.notes!}
        rows={notes}
        keyOf={({ id }) => id}
        attributesOf={({ id }) => ({ 'data-note': id })}
        columns={[
          { title: 'Days', cell: (note) => <DaysLink note={note} /> },
          { title: 'Note', cell: ({ text }) => <bdi>{text}</bdi> },
          {
            title: 'About',
            cell: ({ app_id: app }) => (app === null ? 'All apps' : nameOf('app_id', app)),
          },
          { title: 'Written', cell: (note) => <Written note={note} /> },
        ]}
        actionsOf={(note) =>
          mayWrite && (
            <>
              <QuietButton aria-label={`Edit ${note.text}`} onClick={() => onEdit(note)}>
                Edit
              </QuietButton>
              <ConfirmDialog
                label="Delete"
                about={note.text}
                title="Delete the note?"
                text={note.text}
                action="Delete note"
                onConfirm={() => deleting.mutate({ id: note.id })}
              />
            </>
          )
        }
      />
    </>
  )
}

function Written({ note }: { note: NoteAnswer }) {
  const formats = useFormats()
  return (
    <>
      <bdi>{note.written_by ?? 'The operator'}</bdi>, {formats.instant(note.written_at)}
      {note.changed_at !== null && (
        <small>
          {' '}
          Changed by <bdi>{note.changed_by ?? 'the operator'}</bdi>,{' '}
          {formats.instant(note.changed_at)}
        </small>
      )}
    </>
  )
}

/** Days that the chart shows before and after those of a note. */
const daysAround = 14

/** The days of a note, with a link to the figures around them. */
function DaysLink({ note: { start_date: from, end_date: to, app_id: app } }: { note: NoteAnswer }) {
  const { today } = useAccount()
  const { view } = useAddress()
  const formats = useFormats()
  const shifted = (day: string, days: number) => formatDay(addDays(parseDay(day)!, days))
  const last = shifted(to, daysAround)
  const range = { from: shifted(from, -daysAround), to: last < today ? last : today }
  const filters = app === null ? {} : { app_id: [app] }
  const isFuture = from > today
  const days = from === to ? formats.day(from, 'short') : <DayRange from={from} to={to} />
  if (isFuture) return days
  return (
    <PageLink to="/dashboard" search={searchOf({ ...view, range, filters })}>
      {days}
    </PageLink>
  )
}
