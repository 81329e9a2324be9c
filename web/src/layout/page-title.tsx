import { useEffect } from 'react'

/** The element that names the page's content. */
export const pageTitleId = 'page-title'

/** The heading of a page and the title of its window. Every page has one. */
export function PageTitle({ children }: { children: string }) {
  useEffect(() => {
    document.title = `${children} · Adtally`
  }, [children])
  return <h1 id={pageTitleId}>{children}</h1>
}
