import { useState } from 'react'
import { Button, Dialog, DialogTrigger, Popover } from 'react-aria-components'
import { useAccount } from '../api/queries.ts'
import { QuietButton } from '../controls/quiet-button.tsx'
import { PageLink } from '../view/page-link.tsx'
import { DisplaySettings } from './display-settings.tsx'
import styles from './user-menu.module.css'

export interface UserMenuProps {
  readonly onShortcuts: () => void
  readonly onSignOut: () => void
}

/** The menu behind the user's name: the display, shortcuts, and the way out. */
export function UserMenu({ onShortcuts, onSignOut }: UserMenuProps) {
  const { user } = useAccount()
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  const closeAnd = (act: () => void) => () => {
    close()
    act()
  }
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={setOpen}>
      <Button className={`quiet ${styles.opener}`}>
        <bdi className={styles.who}>{user}</bdi>
        <span className="unseen">: menu</span>
      </Button>
      <Popover className="popover" placement="bottom end">
        <Dialog className={styles.menu} aria-label="Your menu">
          <p className={styles.full}>
            Signed in as{' '}
            <PageLink to="/dashboard/profile" onClick={close}>
              <bdi>{user}</bdi>
            </PageLink>
          </p>
          <DisplaySettings />
          <div className={styles.ends}>
            <QuietButton onClick={closeAnd(onShortcuts)}>Keyboard shortcuts</QuietButton>
            <QuietButton onClick={closeAnd(onSignOut)}>Sign out</QuietButton>
          </div>
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}
