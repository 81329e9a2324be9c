import { ImportError } from './import-error.ts'
import type { RecognisedFile } from './recognise.ts'

/**
 * Makes sure that the pages of an answer that came in pages are there, each once.
 *
 * @param partial whether some may be missing
 * @throws ImportError naming the pages that are missing, or one that is there twice
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
    if (other !== undefined)
      throw new ImportError(`${name}: it is page ${page}, and so is ${other}`)
    given.set(page, name)
  }
  const missingCount = most - given.size
  if (partial || missingCount <= 0) return
  const missing: number[] = []
  for (let page = 1; missing.length < Math.min(missingCount, maxListed); page++) {
    if (!given.has(page)) missing.push(page)
  }
  const more = missingCount > missing.length ? ` and ${missingCount - missing.length} more` : ''
  const [pagesAre, are] = missingCount === 1 ? ['page', 'is'] : ['pages', 'are']
  throw new ImportError(
    `${first.name}: the answer has ${most} pages; ${pagesAre} ${missing.join(', ')}${more} ${are} not among the files. Give all pages to one command, or --partial to add these rows to what stands`,
  )
}

/** Missing pages that a refusal names. */
const maxListed = 20
