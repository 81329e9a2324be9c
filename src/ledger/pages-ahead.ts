import type { ChangedPage } from './walk-changed.ts'

type Page = Pick<ChangedPage, 'slices' | 'rows'>

/**
 * The same pages, each read up to its first rows while the one before is used: an engine sorts all rows of a page before
 * the first ones come.
 */
export async function* pagesAhead(pages: AsyncGenerator<Page>): AsyncGenerator<Page, void, void> {
  let next = begin(pages)
  try {
    for (let begun = await next; begun !== null; begun = await next) {
      next = begin(pages)
      try {
        yield begun.page
      } finally {
        await begun.rows.return()
      }
    }
  } finally {
    const unread = await next.catch(() => null)
    await unread?.rows.return()
    await pages.return(undefined)
  }
}

/** A page whose rows are being read. */
interface BegunPage {
  readonly page: Page
  readonly rows: Page['rows']
}

function begin(pages: AsyncGenerator<Page>): Promise<BegunPage | null> {
  const begun = (async () => {
    const { done, value } = await pages.next()
    if (done) return null
    const { slices, rows } = value as Page
    const first = await rows.next()
    return { page: { slices, rows: continued(first, rows) }, rows }
  })()
  // It is awaited after the page before.
  begun.catch(() => undefined)
  return begun
}

async function* continued(
  first: Awaited<ReturnType<Page['rows']['next']>>,
  rows: Page['rows'],
): Page['rows'] {
  for (let found = first; !found.done; found = await rows.next()) yield found.value
}
