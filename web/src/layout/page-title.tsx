import { use, useEffect } from 'react'
import { type Page, titleOfPath } from './destinations.ts'
import { OwnMarkContext } from './own-mark.tsx'

/** The element that names the page's content. */
export const pageTitleId = 'page-title'

export type PageTitleProps =
  | { readonly children: string }
  /** The path of a page that links lead to: its title is theirs. */
  | { readonly of: Page['to'] }

/** The heading of a page and the title of its window. Every page has one. */
export function PageTitle(props: PageTitleProps) {
  const title = 'of' in props ? titleOfPath(props.of) : props.children
  const site = use(OwnMarkContext)?.name ?? 'Adtally'
  useEffect(() => {
    document.title = `${title} · ${site}`
  }, [title, site])
  return <h1 id={pageTitleId}>{title}</h1>
}
