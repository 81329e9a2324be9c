import { useEffect } from 'react'
import { keepEarlyKeys } from './early-keys.ts'
import { Palette } from './lazy-palette.ts'

/** The panel that is open over the page; `save` is the views with the focus on the name of a new one. */
export type Opened = 'palette' | 'shortcuts' | 'views' | 'save'

const singleKeys: Readonly<Record<string, Opened>> = { '?': 'shortcuts', s: 'save' }

/**
 * Opens something when its keys are pressed on the page. Single keys do nothing in fields, in dialogs, or
 * when the reader has turned them off.
 */
export function useShortcuts(hasSingleKeys: boolean, onOpen: (opened: Opened) => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || isInDialog()) return
      const opened = openedBy(event, hasSingleKeys)
      if (!opened) return
      event.preventDefault()
      if (opened === 'palette') keepEarlyKeys()
      onOpen(opened)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [hasSingleKeys, onOpen])
  useEffect(() => {
    const timer = setTimeout(() => void Palette.preload(), preloadMs)
    return () => clearTimeout(timer)
  }, [])
}

/** The palette is loaded after the page, so that it opens at once. */
const preloadMs = 2_000

function openedBy(event: KeyboardEvent, hasSingleKeys: boolean): Opened | null {
  const { key, ctrlKey, metaKey, altKey } = event
  if ((ctrlKey || metaKey) && !altKey && key.toLowerCase() === 'k') return 'palette'
  if (!hasSingleKeys || ctrlKey || metaKey || altKey || isField(event.target)) return null
  return Object.hasOwn(singleKeys, key) ? singleKeys[key]! : null
}

const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.closest('input, select, textarea, [contenteditable]') !== null

/** A dialog has the keyboard for itself. */
const isInDialog = (): boolean => document.querySelector('[role$="dialog"]') !== null

/** Whether keys are written as on a Mac. */
export const isMac = (): boolean => /mac|iphone|ipad/i.test(navigator.platform)
