import type { SavedViewAnswer } from '../../api/wire.ts'
import { RenameDialog } from '../../layout/rename-dialog.tsx'
import { useViewAction } from '../../saved-views/use-views.ts'

/** A dialog that gives a view another name. */
export function RenameView({ view: { id, name } }: { view: SavedViewAnswer }) {
  const renaming = useViewAction('change')
  return (
    <RenameDialog
      name={name}
      title={`Rename the view “${name}”`}
      maxLength={64}
      onRename={(wanted) => renaming.mutateAsync({ id, name: wanted })}
      renaming={renaming}
    />
  )
}
