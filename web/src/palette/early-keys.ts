/** Keys that were typed after the palette was asked for and before it was there. */
let typed = ''
let isWaiting = false

/** Keeps keys for the palette, which is loaded when it is first opened, until {@link takeEarlyKeys} takes them. */
export function keepEarlyKeys(): void {
  if (isWaiting) return
  isWaiting = true
  typed = ''
  document.addEventListener('keydown', keep, { capture: true })
}

/** What was typed meanwhile. The keys are the palette's from now on. */
export function takeEarlyKeys(): string {
  isWaiting = false
  document.removeEventListener('keydown', keep, { capture: true })
  const taken = typed
  typed = ''
  return taken
}

function keep(event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey, altKey } = event
  if (ctrlKey || metaKey || altKey) return
  if (key === 'Backspace') typed = typed.slice(0, -1)
  else if ([...key].length === 1) typed += key
  else return
  event.preventDefault()
  event.stopPropagation()
}
