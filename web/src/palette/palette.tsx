import { useNavigate, useRouter } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import {
  Autocomplete,
  Dialog,
  Header,
  Input,
  Menu,
  MenuItem,
  MenuSection,
  Modal,
  ModalOverlay,
  SearchField,
} from 'react-aria-components'
import { useAccount, useAnswer } from '../api/queries.ts'
import { hasDays, useDestinations } from '../layout/destinations.ts'
import { parseSearch, searchOf, withoutView } from '../view/search.ts'
import { useAddress } from '../view/use-view.ts'
import { type Action, commandsOf, findCommands } from './commands.ts'
import { takeEarlyKeys } from './early-keys.ts'
import styles from './palette.module.css'

export interface PaletteProps {
  readonly onClose: () => void
  readonly onSave: () => void
  readonly onShortcuts: () => void
  readonly onSignOut: () => void
}

/** Finds a page, view, app, network or range by its name, and opens it. */
export default function Palette(props: PaletteProps) {
  const { onClose } = props
  const [text, setText] = useState('')
  const account = useAccount()
  const destinations = useDestinations()
  const { data } = useAnswer('views')
  const run = useActions(props)
  const commands = useMemo(() => {
    const pages = destinations.flatMap((one) => one.pages)
    return commandsOf({ account, pages, views: data?.views ?? [] })
  }, [account, destinations, data])
  const sections = findCommands(commands, text)
  const choose = (id: string | number) => {
    const command = commands.find((one) => one.id === id)
    onClose()
    if (command) run(command.action)
  }
  return (
    <ModalOverlay
      className={`veil ${styles.veil}`}
      isOpen
      isDismissable
      onOpenChange={(isOpen) => !isOpen && onClose()}
    >
      <Modal className={`modal ${styles.modal}`}>
        <Dialog className={styles.palette} aria-label="Find a page, app, network or days">
          <Autocomplete inputValue={text} onInputChange={setText}>
            <SearchField className={styles.field!} aria-label="Find" autoFocus>
              <Input
                placeholder="Find a page, view, app, network or days"
                // After the list listens to the field.
                onFocus={() => requestAnimationFrame(typeEarlyKeys)}
              />
            </SearchField>
            <Menu
              aria-label="Found"
              className={styles.found}
              onAction={choose}
              renderEmptyState={() => <p className="note">Nothing has that name.</p>}
            >
              {sections.map(({ title, commands: found }) => (
                <MenuSection key={title}>
                  <Header className={styles.title}>{title}</Header>
                  {found.map((command) => (
                    <MenuItem
                      key={command.id}
                      id={command.id}
                      textValue={command.title}
                      className={styles.command}
                    >
                      <bdi>{command.title}</bdi>
                    </MenuItem>
                  ))}
                </MenuSection>
              ))}
            </Menu>
          </Autocomplete>
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}

/** As if the keys were typed now, so that the first command that is found has the focus. */
function typeEarlyKeys(): void {
  const early = takeEarlyKeys()
  if (early === '') return
  // Commands that insert do not announce it, as keys do.
  const announced = new InputEvent('beforeinput', { inputType: 'insertText', bubbles: true })
  document.activeElement?.dispatchEvent(announced)
  document.execCommand('insertText', false, early)
}

/** A function that carries out an action. Days and filters stay, except those that are chosen. */
function useActions({ onSave, onShortcuts, onSignOut }: PaletteProps): (action: Action) => void {
  const navigate = useNavigate()
  const { history } = useRouter()
  const { view } = useAddress()
  return (action) => {
    if (action.kind === 'save') return onSave()
    if (action.kind === 'shortcuts') return onShortcuts()
    if (action.kind === 'sign-out') return onSignOut()
    if (action.kind === 'address') return history.push(action.address)
    if (action.kind === 'page') return void navigate({ to: action.to, search: searchOf(view) })
    if (action.kind === 'app') {
      const { app_id: _, platform: __, ...filters } = view.filters
      const params = { appId: action.appId }
      const search = searchOf({ ...view, filters })
      return void navigate({ to: '/dashboard/apps/$appId', params, search })
    }
    const { pathname, search } = history.location
    const own = withoutView(parseSearch(search))
    if (action.kind === 'network') {
      const filtered = searchOf({
        ...view,
        filters: { ...view.filters, network: [action.network] },
      })
      const kept = pathname === '/dashboard' ? own : {}
      return void navigate({ to: '/dashboard', search: { ...filtered, ...kept } })
    }
    const chosen = searchOf({ ...view, range: { preset: action.preset } })
    if (!hasDays(pathname)) return void navigate({ to: '/dashboard', search: chosen })
    return void navigate({ to: '.', search: { ...chosen, ...own }, resetScroll: false })
  }
}
