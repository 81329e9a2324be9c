import { useMayEdit } from '../../api/queries.ts'
import type { ManagedAppAnswer } from '../../api/wire.ts'
import { networkName } from '../../figures/names.ts'
import { visible } from '../../figures/visible.ts'
import { ConfirmDialog } from '../../layout/confirm-dialog.tsx'
import styles from './apps.module.css'

export interface AppLinksProps {
  readonly app: ManagedAppAnswer
  readonly onUnlink: (link: Readonly<Record<string, string>>) => void
}

/** The networks' ids that mean an app. */
export function AppLinks({ app: { app_id, links }, onUnlink }: AppLinksProps) {
  const mayLink = useMayEdit()
  if (links.length === 0) return '–'
  return (
    <ul className={styles.links}>
      {links.map((link) => {
        const name = `${networkName(link.network)} ${visible(link.network_app_id)}`
        return (
          <li key={`${link.network} ${link.network_app_id}`}>
            <span>{name}</span>
            {mayLink && (
              <ConfirmDialog
                label="Unlink"
                about={name}
                title={`Unlink ${name}?`}
                text="Imported figures stay. The next import looks the app up by its store identifiers."
                action="Unlink"
                onConfirm={() => onUnlink({ ...link, app_id })}
              />
            )}
          </li>
        )
      })}
    </ul>
  )
}
