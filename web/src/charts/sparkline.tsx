const width = 88
const height = 24

/** A small line without axes. Screen readers skip it, because the table has the figures. */
export function Sparkline({ points }: { points: readonly (number | null)[] }) {
  const known = points.filter((point) => point !== null)
  if (known.length < 2) return null
  const [low, high] = [Math.min(0, ...known), Math.max(0, ...known)]
  const scale = high === low ? 0 : (height - 4) / (high - low)
  const at = (point: number, place: number) => {
    const x = (place / (points.length - 1)) * (width - 2) + 1
    return `${x.toFixed(1)} ${(height - 2 - (point - low) * scale).toFixed(1)}`
  }
  let isDrawing = false
  const path = points
    .map((point, place) => {
      if (point === null) {
        isDrawing = false
        return ''
      }
      const step = `${isDrawing ? 'L' : 'M'}${at(point, place)}`
      isDrawing = true
      return step
    })
    .join('')
  return (
    <svg className="sparkline" viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <path d={path} />
    </svg>
  )
}
