import { useEffect } from 'react'

/** The heading of a page and the title of its window. */
export function PageTitle({ children }: { children: string }) {
  useEffect(() => {
    document.title = `${children} · Adtally`
  }, [children])
  return <h1>{children}</h1>
}
