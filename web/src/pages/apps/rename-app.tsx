import type { ManagedAppAnswer } from '../../api/wire.ts'
import { visible } from '../../figures/visible.ts'
import { RenameDialog } from '../../layout/rename-dialog.tsx'
import { useAppAction } from './use-apps.ts'

/** A dialog that gives an app another name. */
export function RenameApp({ app: { app_id, app_name: name } }: { app: ManagedAppAnswer }) {
  const renaming = useAppAction('rename')
  return (
    <RenameDialog
      name={name}
      title={`Rename ${visible(name)}`}
      maxLength={500}
      onRename={(wanted) => renaming.mutateAsync({ app_id, new_name: wanted })}
      renaming={renaming}
    />
  )
}
