import { useState } from 'react'
import { Button, Dialog, DialogTrigger, Popover } from 'react-aria-components'
import { useAccount } from '../api/queries.ts'
import { layoutTexts } from '../texts/en/layout.tsx'
import { DisplaySettings } from './display-settings.tsx'
import { SettingsLinks } from './page-links.tsx'
import styles from './settings-menu.module.css'

export interface SettingsMenuProps {
  readonly onShortcuts: () => void
  readonly onSignOut: () => void
}

/** The menu besides figures: pages of the account, the display, and the way out. */
export function SettingsMenu({ onShortcuts, onSignOut }: SettingsMenuProps) {
  const { user } = useAccount()
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={setOpen}>
      <Button className={`quiet ${styles.opener}`}>
        <bdi className={styles.who}>{user}</bdi>
        <span className="unseen">{layoutTexts.settingsOf}</span>
      </Button>
      <Popover className="popover" placement="bottom end">
        <Dialog className={styles.menu} aria-label={layoutTexts.settings}>
          <p className={styles.full}>{layoutTexts.signedInAs(<bdi>{user}</bdi>)}</p>
          <SettingsLinks onOpen={close} />
          <DisplaySettings />
          <div className={styles.ends}>
            <button
              type="button"
              className="quiet"
              onClick={() => {
                close()
                onShortcuts()
              }}
            >
              {layoutTexts.keyboardShortcuts}
            </button>
            <button
              type="button"
              className="quiet"
              onClick={() => {
                close()
                onSignOut()
              }}
            >
              {layoutTexts.signOut}
            </button>
          </div>
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}
