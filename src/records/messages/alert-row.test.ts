import { expect, test } from 'vitest'
import { usualSettings } from '../../alerts/rule.ts'
import { toRule, writeSettings } from './alert-row.ts'

const row = { id: 1, accountId: 1, name: 'plan', isOn: 1, changedBy: null, changedAtMs: 0 }

test('a rule that was stored before there were goals has none', () => {
  const { goalMicros: _, ...settings } = usualSettings.ecpm
  const stored = JSON.stringify({ ...settings, percent: 20 })
  const rule = toRule({ ...row, kind: 'ecpm', settings: stored })
  expect(rule.settings).toEqual({ ...usualSettings.ecpm, percent: 20 })
})

test('a goal of any size is stored exactly', () => {
  const settings = { ...usualSettings.target, goalMicros: 8_999_999_999_999_999n }
  const rule = toRule({ ...row, kind: 'target', settings: writeSettings(settings) })
  expect(rule.settings).toEqual(settings)
})
