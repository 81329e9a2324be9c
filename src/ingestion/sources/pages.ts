import { ImportError } from '../import-error.ts'
import type { RecognisedFile } from './recognise.ts'

/**
 * Makes sure that all pages of an answer that came in pages are there, each once.
 *
 * @throws ImportError naming the pages that are missing
 */
export function assertAllPages(files: readonly RecognisedFile[]): void {
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
  const missing = Array.from({ length: most }, (_, index) => index + 1).filter(
    (page) => !given.has(page),
  )
  if (missing.length === 0) return
  const which = missing.length === 1 ? 'page' : 'pages'
  throw new ImportError(
    `${first.name}: the answer has ${most} pages; ${which} ${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} not among the files. Give all pages to one command, or --partial to add these rows to what stands`,
  )
}
