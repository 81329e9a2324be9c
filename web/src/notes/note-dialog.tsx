import { useState } from 'react'
import { useAccount, useAction } from '../api/queries.ts'
import type { NoteAnswer } from '../api/wire.ts'
import { DayField } from '../controls/day-field.tsx'
import { Options } from '../controls/options.tsx'
import { textIn } from '../controls/text-in.ts'
import { appName } from '../figures/names.ts'
import { OpenDialog } from '../layout/button-dialog.tsx'
import { DialogForm } from '../layout/form-dialog.tsx'
import styles from './note-dialog.module.css'

export interface NoteDialogProps {
  /** The note to change, or the day and app of a new one. */
  readonly of: NoteAnswer | { readonly day: string; readonly app: string | null }
  readonly onClose: () => void
}

const maxCharacters = 280

/** Writes a note on a day or a range of days, or changes one. */
export function NoteDialog({ of, onClose }: NoteDialogProps) {
  const note = 'id' in of ? of : null
  const { apps } = useAccount()
  const [from, setFrom] = useState('id' in of ? of.start_date : of.day)
  const [to, setTo] = useState(note && note.end_date !== note.start_date ? note.end_date : '')
  const app = ('id' in of ? of.app_id : of.app) ?? ''
  const isKnown = app === '' || apps.some(({ app_id: id }) => id === app)
  const save = useAction(note ? 'notes/change' : 'notes/add')
  const submit = (form: FormData) => {
    const chosen = textIn(form, 'app')
    const body = {
      ...(note && { id: note.id }),
      start_date: from,
      text: textIn(form, 'text'),
      ...(to !== '' && { end_date: to }),
      ...(chosen !== '' && { app_id: chosen }),
    }
    save.mutate(body, { onSuccess: onClose })
  }
  return (
    <OpenDialog title={note ? 'Change the note' : 'Add a note'} onClose={onClose}>
      <DialogForm
        sends={[save]}
        onSubmit={submit}
        submit={note ? 'Save note' : 'Add note'}
        onClose={onClose}
      >
        <label className="field">
          Note
          <input
            name="text"
            defaultValue={note?.text}
            maxLength={maxCharacters}
            placeholder="Price test began"
            required
            // biome-ignore lint/a11y/noAutofocus: it is the first field of a dialog
            autoFocus
          />
        </label>
        <div className={styles.days}>
          <DayField label="Day" value={from} onChange={setFrom} isRequired />
          <DayField label="Until (for several days)" value={to} min={from} onChange={setTo} />
        </div>
        <label className="field">
          About
          <select name="app" defaultValue={app}>
            <option value="">All apps</option>
            {!isKnown && <option value={app}>{app}</option>}
            <Options of={apps.map((one) => [one.app_id, appName(one)])} />
          </select>
        </label>
        <p className="note">Everyone in the account sees it, with your name.</p>
      </DialogForm>
    </OpenDialog>
  )
}
