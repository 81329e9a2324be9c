import { useState } from 'react'
import type { View } from '../view/view.ts'

/** The view that was asked for when the shown figures were, while those of another one are loading. */
export function useAnswered(asked: View, isOld: boolean): View {
  const key = JSON.stringify(asked)
  const [answered, setAnswered] = useState({ key, view: asked })
  if (!isOld && answered.key !== key) setAnswered({ key, view: asked })
  return isOld ? answered.view : asked
}
