import { describe, expect, test } from 'vitest'
import { digitalTurbine } from './digital-turbine.ts'

const cells: Record<string, string> = {
  'Fyber App ID': '501',
  'App Name': 'Zap',
  'Placement Type': 'Rewarded',
  Country: 'DE',
  'Device OS': 'android',
  Date: '2026-03-01',
  Impressions: '12',
  Clicks: '3',
  'Revenue (USD)': '0.036300000000000006',
}

const read = (changes: Record<string, string> = {}) =>
  digitalTurbine.read((column) => ({ ...cells, ...changes })[column] ?? '')

describe('a row of Digital Turbine', () => {
  test('is read in the words of Adtally', () => {
    expect(read()).toMatchObject({
      app: { network: 'digitalturbine', networkAppId: '501', name: 'Zap', platform: 'android' },
      date: '2026-03-01',
      network: 'digitalturbine',
      format: 'rewarded',
      country: 'DE',
      impressions: '12',
      clicks: '3',
      installs: null,
      revenue: '0.036300000000000006',
      currency: 'USD',
    })
  })

  test.each([
    ['Banner', 'banner'],
    ['Interstitial', 'interstitial'],
    ['Rewarded', 'rewarded'],
  ])('has the format %s as %s', (type, format) => {
    expect(read({ 'Placement Type': type }).format).toBe(format)
  })

  test.each(['ios', 'iOS', 'IOS'])('has the platform %s as ios', (os) => {
    expect(read({ 'Device OS': os }).app.platform).toBe('ios')
  })

  test('has unknown clicks when they are not stated', () => {
    expect(read({ Clicks: '' }).clicks).toBe(null)
  })

  test('has the unknown country when none is stated', () => {
    expect(read({ Country: '' }).country).toBe('ZZ')
  })

  test('has money without an exponent', () => {
    expect(read({ 'Revenue (USD)': '1.0E-4' }).revenue).toBe('0.00010')
  })
})
