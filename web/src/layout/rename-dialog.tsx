import { textIn } from '../controls/text-in.ts'
import { FormDialog, type Sending } from './form-dialog.tsx'

export interface RenameDialogProps {
  readonly name: string
  readonly title: string
  readonly maxLength: number
  /** @param name without blanks around it */
  readonly onRename: (name: string, close: () => void) => void
  readonly renaming: Sending
}

/** A button, and a dialog that gives something another name. */
export function RenameDialog({ name, title, maxLength, onRename, renaming }: RenameDialogProps) {
  return (
    <FormDialog
      opener="Rename"
      title={title}
      sends={[renaming]}
      onSubmit={(form, close) => onRename(textIn(form, 'name'), close)}
      submit="Rename"
    >
      <label className="field">
        Name
        <input name="name" defaultValue={name} maxLength={maxLength} required />
      </label>
    </FormDialog>
  )
}
