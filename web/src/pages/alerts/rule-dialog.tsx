import { useState } from 'react'
import { figureKinds, ruleKinds as kindNames, type RuleKind } from '../../../../src/alerts/rule.ts'
import { useAction, useAnswer } from '../../api/queries.ts'
import type { AlertRuleAnswer } from '../../api/wire.ts'
import { Options } from '../../controls/options.tsx'
import { QuietButton } from '../../controls/quiet-button.tsx'
import { textIn } from '../../controls/text-in.ts'
import { FormDialog } from '../../layout/form-dialog.tsx'
import { BackTest } from './back-test.tsx'
import { RuleFields } from './rule-fields.tsx'
import { type RuleSettings, ruleKinds, settingsOf, usualOf } from './rule-kinds.ts'

/** A dialog that adds a rule, or changes one. It can be tested on past days before it is saved. */
export function RuleDialog({ of: rule }: { of?: AlertRuleAnswer }) {
  const saving = useAction('alerts/rules/set')
  const testing = useAction('alerts/rules/test', 'nothing')
  const firstKind = rule?.kind ?? 'revenue_drop'
  const settingsAtFirst = rule ? settingsOf(firstKind, rule) : usualOf(firstKind)
  const [kind, setKind] = useState(firstKind)
  const [settings, setSettings] = useState(settingsAtFirst)
  const change = (next: RuleSettings, of: RuleKind = kind) => {
    setKind(of)
    setSettings(next)
    testing.reset()
  }
  const { text, fields } = ruleKinds[kind]
  const sent = { kind, ...settingsOf(kind, settings) }
  const isIncomplete =
    (fields.includes('subjects') && !settings.subjects?.length) ||
    (fields.includes('goal') && !settings.goal) ||
    [settings.percent, settings.share_percent].some(Number.isNaN)
  return (
    <FormDialog
      opener={rule ? 'Change' : 'Add a rule'}
      about={rule?.name}
      title={rule ? `Change the rule “${rule.name}”` : 'Add a rule'}
      onOpen={() => change(settingsAtFirst, firstKind)}
      sends={[saving, testing]}
      onSubmit={(form, close) => {
        const name = rule?.name ?? textIn(form, 'name')
        saving.mutate({ ...sent, name, is_on: rule?.is_on ?? true }, { onSuccess: close })
      }}
      submit={rule ? 'Save' : 'Add rule'}
      isIncomplete={isIncomplete}
    >
      {!rule && (
        <>
          <NameField />
          <label className="field">
            It tells that
            <select
              value={kind}
              onChange={({ target }) => {
                const chosen = target.value as RuleKind
                change(usualOf(chosen), chosen)
              }}
            >
              <Options of={kindNames.map((one) => [one, ruleKinds[one].title])} />
            </select>
          </label>
        </>
      )}
      <p className="note">{text}</p>
      <RuleFields fields={fields} settings={settings} onChange={change} />
      {figureKinds.some((one) => one === kind) && (
        <div>
          <QuietButton
            disabled={isIncomplete || testing.isPending}
            onClick={() => testing.mutate(sent)}
          >
            {testing.isPending ? 'Testing …' : 'Test on the last 30 days'}
          </QuietButton>
        </div>
      )}
      {testing.data && <BackTest found={testing.data} />}
    </FormDialog>
  )
}

/** The name of a new rule. The server would replace a rule that has it. */
function NameField() {
  const { data } = useAnswer('alerts/rules')
  const isTaken = (name: string) => data?.rules.some((rule) => rule.name === name.trim())
  return (
    <label className="field">
      Name
      <input
        name="name"
        maxLength={64}
        placeholder="big drops"
        required
        onChange={({ target }) =>
          target.setCustomValidity(isTaken(target.value) ? 'Another rule has this name.' : '')
        }
      />
    </label>
  )
}
