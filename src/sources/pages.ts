import type { RecognisedFile } from './recognise.ts'
import { refuse } from './refusals.ts'

/**
 * Makes sure that the pages of an answer that came in pages are there, each once.
 *
 * @param partial whether some may be missing
 * @throws Refusal naming the pages that are missing, or one that is there twice
 */
export function assertPages(files: readonly RecognisedFile[], partial: boolean): void {
  const pages = files.flatMap(({ file, report }) => {
    const page = file.kind === 'json' ? report.page?.(file.answer) : null
    return page ? [{ name: file.input.name, ...page }] : []
  })
  const [first] = pages
  if (!first) return
  const most = Math.max(...pages.map(({ of }) => of))
  const given = new Map<number, string>()
  for (const { name, page } of pages) {
    const other = given.get(page)
    if (other !== undefined) throw refuse('page_repeated', { file: name, page, otherFile: other })
    given.set(page, name)
  }
  const missingCount = most - given.size
  if (partial || missingCount <= 0) return
  const missing: number[] = []
  for (let page = 1; missing.length < Math.min(missingCount, maxListed); page++) {
    if (!given.has(page)) missing.push(page)
  }
  throw refuse('pages_missing', { file: first.name, pages: most, missing, missingCount })
}

/** Missing pages that a refusal names. */
const maxListed = 20
