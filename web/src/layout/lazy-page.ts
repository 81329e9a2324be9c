import { type ComponentType, lazy } from 'react'

/**
 * A page, or a part of pages, whose script is loaded when it is first shown. An upgrade of the server removes the scripts
 * of earlier builds. The browser then reloads once automatically; after that, the user is asked to.
 */
export const lazyPage = <Props = object>(load: () => Promise<{ default: ComponentType<Props> }>) =>
  lazy(() =>
    load().catch(async (cause: unknown) => {
      if (!(await doesServerAnswer())) {
        throw new Error(
          'The server does not answer. Check that it is running and that you are online.',
          { cause },
        )
      }
      if (!mayReload()) throw new Error('Adtally was updated. Reload to continue.', { cause })
      location.reload()
      return new Promise<never>(() => {})
    }),
  )

/** While the server does not answer, reloading would lose the page. */
const doesServerAnswer = (): Promise<boolean> =>
  fetch(location.href, { method: 'HEAD', cache: 'no-store' }).then(
    () => true,
    () => false,
  )

/** Whether this tab has not reloaded automatically yet. */
function mayReload(): boolean {
  const mark = 'adtally-reloaded'
  try {
    if (sessionStorage.getItem(mark) !== null) return false
    sessionStorage.setItem(mark, 'yes')
    return true
  } catch {
    // Without storage, reloading could repeat for ever.
    return false
  }
}
