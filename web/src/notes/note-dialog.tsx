import { type FormEvent, useState } from 'react'
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import { useAccount } from '../api/queries.ts'
import type { NoteAnswer } from '../api/wire.ts'
import { DayField } from '../controls/day-field.tsx'
import { appName } from '../figures/names.ts'
import { FormEnd } from '../layout/form-dialog.tsx'
import styles from './note-dialog.module.css'
import { type NoteText, useNoteAction } from './use-notes.ts'

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
  const [app, setApp] = useState(('id' in of ? of.app_id : of.app) ?? '')
  const [text, setText] = useState(note?.text ?? '')
  const save = useNoteAction(note ? 'change' : 'add')
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const said: NoteText = {
      start_date: from,
      text: text.trim(),
      ...(to !== '' && { end_date: to }),
      ...(app !== '' && { app_id: app }),
    }
    await save.mutateAsync(note ? { id: note.id, ...said } : said).then(onClose, () => undefined)
  }
  const isKnown = app === '' || apps.some(({ app_id: id }) => id === app)
  return (
    <ModalOverlay className="veil" isOpen onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Modal className="modal">
        <Dialog className={styles.dialog}>
          <Heading slot="title">{note ? 'Change the note' : 'Add a note'}</Heading>
          <form onSubmit={submit}>
            <label className="field">
              Note
              <input
                value={text}
                onChange={({ target }) => setText(target.value)}
                maxLength={maxCharacters}
                placeholder="Price test began"
                required
                autoFocus
              />
            </label>
            <div className={styles.days}>
              <DayField label="Day" value={from} onChange={setFrom} isRequired />
              <DayField label="Until (for several days)" value={to} min={from} onChange={setTo} />
            </div>
            <label className="field">
              About
              <select value={app} onChange={({ target }) => setApp(target.value)}>
                <option value="">All apps</option>
                {!isKnown && <option value={app}>{app}</option>}
                {apps.map((one) => (
                  <option key={one.app_id} value={one.app_id}>
                    {appName(one)}
                  </option>
                ))}
              </select>
            </label>
            <p className="note">Everyone in the account sees it, with your name.</p>
            <FormEnd
              error={save.error}
              isBusy={save.isPending}
              submit={note ? 'Save note' : 'Add note'}
              onCancel={onClose}
            />
          </form>
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}
