import { useEffect } from 'react'
import { type Page, titleOfPath } from './destinations.ts'

/** The element that names the page's content. */
export const pageTitleId = 'page-title'

export type PageTitleProps =
  | { readonly children: string }
  /** The path of a page that links lead to: its title is theirs. */
  | { readonly of: Page['to'] }

/** The heading of a page and the title of its window. Every page has one. */
export function PageTitle(props: PageTitleProps) {
  const title = 'of' in props ? titleOfPath(props.of) : props.children
  useEffect(() => {
    document.title = `${title} · Adtally`
  }, [title])
  return <h1 id={pageTitleId}>{title}</h1>
}
