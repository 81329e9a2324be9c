import { useQuery } from '@tanstack/react-query'
import { createContext, type ReactNode, useLayoutEffect } from 'react'
import { useAccount } from '../api/queries.ts'
import { get } from '../api/request.ts'
import type { AnswerTo, OwnMarkAnswer } from '../api/wire.ts'
import { coloursOfAccent } from './accent-of-mark.ts'

/** A picture with its size, so that nothing moves while it is decoded. */
interface Logo {
  readonly src: string
  readonly width: number
  readonly height: number
}

/** How the network of a partner looks. */
export interface OwnMark extends Omit<OwnMarkAnswer, 'logo'> {
  /** Null for none, and for one that is no picture. */
  readonly logo: Logo | null
}

/** The mark that the pages have instead of Adtally's; null for Adtally's. */
export const OwnMarkContext = createContext<OwnMark | null>(null)

/** Gives the pages of a partner the mark of its network, before anything is shown. */
export function WithOwnMark({ children }: { children: ReactNode }) {
  const { username: account, share_role: role } = useAccount()
  const isPartner = role === 'partner'
  const { data, isPending } = useQuery({
    queryKey: ['share', account, 'own mark'],
    queryFn: ({ signal }) => loadMark(account, signal),
    enabled: isPartner,
  })
  const mark = isPartner ? (data ?? null) : null
  useAccent(mark?.accent ?? null)
  if (isPartner && isPending) return null
  return <OwnMarkContext value={mark}>{children}</OwnMarkContext>
}

async function loadMark(account: string, signal: AbortSignal): Promise<OwnMark | null> {
  const options = { account, signal }
  const { mark } = await get<AnswerTo<'GET /share/mark'>>('share/mark', {}, options)
  return mark && { ...mark, logo: mark.logo === null ? null : await logoOf(mark.logo) }
}

async function logoOf(src: string): Promise<Logo | null> {
  const image = new Image()
  image.src = src
  try {
    await image.decode()
    return { src, width: image.naturalWidth, height: image.naturalHeight }
  } catch {
    return null
  }
}

/** Uses a colour as the accent of the page. @param accent null for Adtally's */
function useAccent(accent: string | null): void {
  useLayoutEffect(() => {
    if (accent === null) return
    const { style } = document.documentElement
    const colours = coloursOfAccent(accent)
    for (const [name, colour] of Object.entries(colours)) style.setProperty(name, colour)
    return () => {
      for (const name of Object.keys(colours)) style.removeProperty(name)
    }
  }, [accent])
}
