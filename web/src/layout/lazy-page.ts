import { type ComponentType, lazy } from 'react'

/**
 * A page, or a part of pages, whose script is loaded when it is first shown. An upgrade of the server removes the scripts
 * of earlier builds. The browser then reloads once automatically; after that, the user is asked to.
 *
 * @returns the page; once `preload` has loaded its script, it is shown at once
 */
export function lazyPage<Props = object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  let loaded: Awaited<ReturnType<typeof load>> | null = null
  const page = lazy(() => {
    // React waits up to 300 ms for a promise, even if it is resolved, but not for one that answers at once.
    const atOnce = loaded
    // biome-ignore lint/suspicious/noThenProperty: React takes it for a promise
    if (atOnce) return { then: (show: (page: typeof atOnce) => void) => show(atOnce) } as never
    return load().catch(async (cause: unknown) => {
      if (!(await doesServerAnswer())) {
        throw new Error(
          'The server does not answer. Check that it is running and that you are online.',
          { cause },
        )
      }
      if (!mayReload()) throw new Error('Adtally was updated. Reload to continue.', { cause })
      location.reload()
      return new Promise<never>(() => {})
    })
  })
  const preload = () =>
    load().then(
      (page) => {
        loaded = page
      },
      // It is loaded again when it is shown, which tells the reader.
      () => {},
    )
  return Object.assign(page, { preload })
}

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
