import { useState } from 'react'
/**
 * The view of the shown figures: that which was asked for, or while its figures are loading, the last one with
 * figures.
 *
 * @param isOld whether the shown figures are those of an earlier view
 * @param hasData whether any figures are shown; a view whose figures failed to load has none
 */
export function useAnswered<View>(asked: View, isOld: boolean, hasData: boolean): View {
  const key = JSON.stringify(asked)
  const [answered, setAnswered] = useState({ key, view: asked })
  if (hasData && !isOld && answered.key !== key) setAnswered({ key, view: asked })
  return isOld ? answered.view : asked
}
