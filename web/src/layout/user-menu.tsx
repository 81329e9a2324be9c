import { useState } from 'react'
import { Button, Dialog, DialogTrigger, Popover } from 'react-aria-components'
import { useAccount } from '../api/queries.ts'
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
        <span className="unseen">: settings</span>
      </Button>
      <Popover className="popover" placement="bottom end">
        <Dialog className={styles.menu} aria-label="Settings">
          <p className={styles.full}>
            Signed in as <bdi>{user}</bdi>
          </p>
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
              Keyboard shortcuts
            </button>
            <button
              type="button"
              className="quiet"
              onClick={() => {
                close()
                onSignOut()
              }}
            >
              Sign out
            </button>
          </div>
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}
