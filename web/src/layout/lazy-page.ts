import { type ComponentType, lazy } from 'react'

/**
 * A page whose script is loaded when it is first shown. An upgrade of the server removes the scripts
 * of earlier builds: the browser's page then reloads once by itself, and next time asks its reader to.
 */
export const lazyPage = (load: () => Promise<{ default: ComponentType }>) =>
  lazy(() =>
    load().catch(async (cause: unknown) => {
      if (!(await isServerThere())) {
        throw new Error('The server cannot be reached. Is it running?', { cause })
      }
      if (!mayReload()) throw new Error('Adtally was updated. Reload to continue.', { cause })
      location.reload()
      return new Promise<never>(() => {})
    }),
  )

/** Reloading beside a server that is away would lose the page that is still there. */
const isServerThere = (): Promise<boolean> =>
  fetch(location.href, { method: 'HEAD', cache: 'no-store' }).then(
    () => true,
    () => false,
  )

/** Whether this tab has not reloaded by itself yet. */
function mayReload(): boolean {
  const mark = 'adtally-reloaded'
  try {
    if (sessionStorage.getItem(mark) !== null) return false
    sessionStorage.setItem(mark, 'yes')
    return true
  } catch {
    // Where nothing can be kept, reloading might never end.
    return false
  }
}
