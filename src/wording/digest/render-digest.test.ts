import { describe, expect, test } from 'vitest'
import type { Digest, DigestComparison } from '../../use-cases/digests/digest.ts'
import { renderDigest } from './render-digest.ts'

const url = 'https://ads.example.com/c/a_b-c'
const name = `Zap <b>"&'| *x*`

const comparison: DigestComparison = {
  against: 'previous_weekdays',
  compared_days: 1,
  current: { revenue: 90, impressions: 9_000, ecpm: 10 },
  previous: { revenue: 120, impressions: 12_000, ecpm: 10 },
  change_ratios: { revenue: -0.25, impressions: -0.25, ecpm: 0 },
  left_out: [],
  url,
}

const digest: Digest = {
  period: 'daily',
  account: 'studio',
  currency: 'USD',
  start_date: '2026-03-10',
  end_date: '2026-03-10',
  is_complete: true,
  corrects: null,
  total: { revenue: 90, impressions: 9_000, ecpm: 10, url },
  comparisons: [comparison],
  change: {
    change: -30,
    effects: { volume: -30, price: 0, new: 0, ended: 0 },
    largest: [{ app: name, network: 'acme', country: 'US', change: -30, url }],
  },
  unusual: { date: '2026-03-10', of: name, revenue: 90, expected: 120, url },
  missing: [],
  forecast: { month: '2026-03', so_far: 900, expected: 3_000, low: 2_800, high: 3_200, url },
  to_do: { count: 2, url: 'https://ads.example.com/dashboard' },
  payments: null,
  url: 'https://ads.example.com/dashboard',
}

describe('a digest', () => {
  test('escapes foreign names in HTML and chat', () => {
    const { html, text } = renderDigest(digest)
    expect(html).toContain('Zap &lt;b&gt;&quot;&amp;&#39;| *x*, acme, US')
    expect(html).not.toContain('<b>')
    expect(renderDigest(digest).chat).toContain(
      `Zap &lt;b&gt;"&amp;'| *x*, acme, US: <${url}|-30.00 USD>`,
    )
    expect(text).toContain(`${name}, acme, US: -30.00 USD [1]`)
  })

  test('of a partner begins with the mark of its network, in its colour', () => {
    const plain = renderDigest(digest)
    const { html, text } = renderDigest({
      ...digest,
      network_mark: { name: 'Acme <Ads>', accent: '#0a7f5a' },
    })
    expect(html).toMatch(/3px solid #0a7f5a;font-weight:600">Acme &lt;Ads&gt;<\/td>/)
    expect(text).toBe(`Acme <Ads>\n${plain.text}`)
  })

  test('has no images, scripts or other files in its mail', () => {
    expect(renderDigest(digest).html).not.toMatch(/<(?:img|script|link|iframe|svg)|url\(|@import/i)
  })

  test('lists each address once at the end of its text', () => {
    const { text } = renderDigest(digest)
    expect(text.split(url)).toHaveLength(2)
    expect(text).toContain('Revenue: 90.00 USD, -25% (120.00 USD before) [1]')
    expect(text).toMatch(/\n\[1\] https:\/\/ads\.example\.com\/c\/a_b-c\n\[2\] .*\/dashboard\n$/)
  })

  test('shows sums with more digits than numbers have', () => {
    const total = {
      ...digest.total,
      revenue: '90071992547409.939999',
      impressions: '9007199254740993',
    }
    const { text, subject } = renderDigest({ ...digest, total })
    expect(text).toContain('Impressions: 9,007,199,254,740,993 [1]')
    expect(subject).toBe('studio, Tuesday, 10 March 2026: 90,071,992,547,409.94 USD')
  })

  test('names a missing network with what is expected, beside a comparison without it', () => {
    const missing = [{ network: 'bolt', days: 1, expected: 50, url }]
    const comparisons = [{ ...comparison, left_out: ['bolt'] }]
    const { text, subject } = renderDigest({ ...digest, is_complete: false, missing, comparisons })
    expect(subject).toBe('studio, Tuesday, 10 March 2026: 90.00 USD so far')
    expect(text).toContain('Not complete: reports of bolt are missing, so these figures will rise.')
    expect(text).toContain('Missing\nbolt, 1 day: about 50.00 USD expected [1]\n')
    expect(text).toContain('Days that bolt did not report on both sides are left out.')
  })

  test('leaves out what does not exist', () => {
    const { text } = renderDigest({
      ...digest,
      comparisons: [{ ...comparison, compared_days: 0 }],
      change: null,
      unusual: null,
      forecast: { ...digest.forecast, expected: null, low: null, high: null },
      to_do: { ...digest.to_do, count: 0 },
    })
    const titles = text.split('\n\n').map((part) => part.split('\n')[0])
    expect(titles.slice(0, -1)).toEqual([
      'studio, Tuesday, 10 March 2026',
      'Revenue: 90.00 USD [1]',
      'March 2026',
      'Dashboard: https://ads.example.com/dashboard',
    ])
  })

  test('says what it corrects, and which imports changed it', () => {
    const change = {
      import: 12,
      kind: 'import',
      committed_at: '2026-03-11T08:00:00Z',
      undoes: null,
      source: null,
      networks: ['acme'],
      first_day: '2026-03-10',
      last_day: '2026-03-10',
      revenue_change: '-10.5',
    } as const
    const changes = [change, { ...change, import: 13, undoes: 12, revenue_change: '0.5' }]
    const corrects = { number: 1, revenue_before: 100, impressions_before: 9_000, changes }
    const { text, subject } = renderDigest({ ...digest, corrects })
    expect(subject).toBe('Corrected: studio, Tuesday, 10 March 2026: 90.00 USD')
    expect(text).toContain('Revenue: 100.00 USD before, 90.00 USD now.')
    expect(text).toContain('Import 12: acme: -10.50 USD\nUndo of import 12: acme: +0.50 USD\n')
  })
})
