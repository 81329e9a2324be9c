import { startTransition, useOptimistic } from 'react'
import { useAccount, useAction, useAnswer } from '../../api/queries.ts'
import type { AlertRuleAnswer } from '../../api/wire.ts'
import { Card } from '../../layout/card.tsx'
import { ConfirmDialog } from '../../layout/confirm-dialog.tsx'
import { Failure, LoadedList } from '../../layout/states.tsx'
import { ListTable } from '../../tables/list-table.tsx'
import styles from './alerts.module.css'
import { RuleDialog } from './rule-dialog.tsx'
import {
  isAsUsual,
  isDefault,
  ruleKinds,
  scopeText,
  settingsOf,
  thresholdText,
} from './rule-kinds.ts'

/** The rules of the account. */
export function Rules() {
  return (
    <Card title="Rules" actions={<RuleDialog />}>
      <LoadedList
        query={useAnswer('alerts/rules')}
        rowsOf={({ rules }) => rules}
        empty="No rules"
        advice={<p>Add a rule to be told when figures are not as usual.</p>}
      >
        {(rules) => <RuleTable rules={rules} />}
      </LoadedList>
    </Card>
  )
}

function RuleTable({ rules }: { rules: readonly AlertRuleAnswer[] }) {
  const removing = useAction('alerts/rules/remove')
  const { currency } = useAccount()
  return (
    <>
      <Failure error={removing.error} />
      <ListTable
        label="Alert rules"
        isCard={false}
        className={styles.rules!}
        rows={rules}
        keyOf={({ name }) => name}
        attributesOf={({ name }) => ({ 'data-rule': name })}
        columns={[
          { title: 'Name', cell: ({ name }) => <bdi>{name}</bdi> },
          { title: 'Tells that', cell: ({ kind }) => ruleKinds[kind].title },
          { title: 'From', cell: (rule) => thresholdText(rule, currency) },
          { title: 'Looks at', cell: scopeText },
          { title: 'On', cell: (rule) => <OnSwitch rule={rule} /> },
        ]}
        actionsOf={(rule) => (
          <>
            {ruleKinds[rule.kind].fields.length > 0 && <RuleDialog of={rule} />}
            {!(isDefault(rule) && isAsUsual(rule)) && (
              <RemoveRule rule={rule} onConfirm={() => removing.mutate({ name: rule.name })} />
            )}
          </>
        )}
      />
    </>
  )
}

function OnSwitch({ rule }: { rule: AlertRuleAnswer }) {
  const { name, kind, is_on: isOn } = rule
  const setting = useAction('alerts/rules/set')
  // React puts a box back at once unless its state changes with the click, and a mutation is pending only after it.
  const [shown, show] = useOptimistic(isOn)
  const turn = () =>
    startTransition(async () => {
      show(!isOn)
      // The failure is shown beside the box.
      await setting
        .mutateAsync({ name, kind, is_on: !isOn, ...settingsOf(kind, rule) })
        .catch(() => undefined)
    })
  return (
    <>
      <input type="checkbox" aria-label={`${name} is on`} checked={shown} onChange={turn} />
      <Failure error={setting.error} />
    </>
  )
}

function RemoveRule({ rule, onConfirm }: { rule: AlertRuleAnswer; onConfirm: () => void }) {
  const { name } = rule
  const isReset = isDefault(rule)
  return (
    <ConfirmDialog
      label={isReset ? 'Reset' : 'Remove'}
      about={name}
      title={`${isReset ? 'Reset' : 'Remove'} the rule “${name}”?`}
      text={
        isReset
          ? 'It gets the settings that it had at first, and is on.'
          : 'Its open alerts end, and it tells nothing more.'
      }
      action={isReset ? 'Reset rule' : 'Remove rule'}
      onConfirm={onConfirm}
    />
  )
}
