import { useMayEdit } from '../../api/queries.ts'
import type { ManagedAppAnswer } from '../../api/wire.ts'
import { networkName } from '../../figures/names.ts'
import { visible } from '../../figures/visible.ts'
import { ConfirmDialog } from '../../layout/confirm-dialog.tsx'
import { appsTexts } from '../../texts/en/apps.tsx'
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
        const names = [networkName(link.network), visible(link.network_app_id)] as const
        return (
          <li key={`${link.network} ${link.network_app_id}`}>
            <span>{appsTexts.aboutLinkOf(...names)}</span>
            {mayLink && (
              <ConfirmDialog
                label={appsTexts.unlink}
                about={appsTexts.aboutLinkOf(...names)}
                title={appsTexts.unlinkTitle(...names)}
                text={appsTexts.aboutUnlink}
                action={appsTexts.unlink}
                onConfirm={() => onUnlink({ ...link, app_id })}
              />
            )}
          </li>
        )
      })}
    </ul>
  )
}
