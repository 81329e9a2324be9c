import { useAction } from '../../api/queries.ts'
import type { ManagedAppAnswer } from '../../api/wire.ts'
import { visible } from '../../figures/visible.ts'
import { RenameDialog } from '../../layout/rename-dialog.tsx'

/** A dialog that gives an app another name. */
export function RenameApp({ app: { app_id, app_name: name } }: { app: ManagedAppAnswer }) {
  const renaming = useAction('apps/rename', 'all')
  return (
    <RenameDialog
      name={name}
      title={`Rename ${visible(name)}`}
      maxLength={500}
      onRename={(wanted, onSuccess) => renaming.mutate({ app_id, new_name: wanted }, { onSuccess })}
      renaming={renaming}
    />
  )
}
