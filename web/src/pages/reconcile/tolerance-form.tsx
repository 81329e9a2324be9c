import { useEdited } from '../../controls/use-edited.ts'

/** Sets below which percentage of the larger amount a gap does not matter. */
export function ToleranceForm({
  tolerance,
  onChange,
}: {
  tolerance: string
  onChange: (percent: string) => void
}) {
  const [text, setText] = useEdited(tolerance)
  const apply = () => {
    const percent = Number(text)
    const isAccepted = text.trim() !== '' && percent >= 0 && percent <= 100
    if (!isAccepted) setText(tolerance)
    else if (percent !== Number(tolerance)) onChange(String(Math.round(percent * 100) / 100))
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        apply()
      }}
    >
      <label>
        Tolerance in %
        <input
          type="number"
          inputMode="decimal"
          min={0}
          max={100}
          step={0.01}
          value={text}
          onChange={({ target }) => setText(target.value)}
          onBlur={apply}
        />
      </label>
    </form>
  )
}
