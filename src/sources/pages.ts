import type { RecognisedFile } from './recognise.ts'
import { refuse } from './refusals.ts'

/** How many missing pages a refusal lists. */
const maxListed = 20

/**
 * Checks that each page of a paged answer is present once.
 *
 * @param partial whether pages may be missing
 * @throws Refusal `pages_missing`, `page_repeated`
 */
export function assertPages(files: readonly RecognisedFile[], partial: boolean): void {
  const pages = files.flatMap(({ file, report }) => {
    const page = file.kind === 'json' ? report.page?.(file.answer) : null
    return page ? [{ name: file.input.name, ...page }] : []
  })
  const [first] = pages
  if (!first) return
  const pageCount = Math.max(...pages.map(({ of }) => of))
  const given = new Map<number, string>()
  for (const { name, page } of pages) {
    const other = given.get(page)
    if (other !== undefined) throw refuse('page_repeated', { file: name, page, otherFile: other })
    given.set(page, name)
  }
  const missingCount = pageCount - given.size
  if (partial || missingCount <= 0) return
  const missing: number[] = []
  for (let page = 1; missing.length < Math.min(missingCount, maxListed); page++) {
    if (!given.has(page)) missing.push(page)
  }
  throw refuse('pages_missing', { file: first.name, pages: pageCount, missing, missingCount })
}
