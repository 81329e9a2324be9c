import { useAction } from '../../api/queries.ts'
import type { SavedViewAnswer } from '../../api/wire.ts'
import { RenameDialog } from '../../layout/rename-dialog.tsx'

/** A dialog that gives a view another name. */
export function RenameView({ view: { id, name } }: { view: SavedViewAnswer }) {
  const renaming = useAction('views/change')
  return (
    <RenameDialog
      name={name}
      title={`Rename the view “${name}”`}
      maxLength={64}
      onRename={(wanted, onSuccess) => renaming.mutate({ id, name: wanted }, { onSuccess })}
      renaming={renaming}
    />
  )
}
