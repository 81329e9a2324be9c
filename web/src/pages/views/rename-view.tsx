import type { SavedViewAnswer } from '../../api/wire.ts'
import { RenameDialog } from '../../layout/rename-dialog.tsx'
import { useViewAction } from '../../saved-views/use-views.ts'
import { viewsTexts } from '../../texts/en/views.tsx'

/** A dialog that gives a view another name. */
export function RenameView({ view: { id, name } }: { view: SavedViewAnswer }) {
  const renaming = useViewAction('change')
  return (
    <RenameDialog
      name={name}
      title={viewsTexts.renameTheView(name)}
      maxLength={64}
      onRename={(wanted) => renaming.mutateAsync({ id, name: wanted })}
      renaming={renaming}
    />
  )
}
