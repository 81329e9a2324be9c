import { expect, test } from 'vitest'
import { describeDashboard, expectText, settled } from '../fixtures/dashboard-page.ts'

const most = 250_000

describeDashboard('loading the dashboard', ({ visit, site }) => {
  test('the first view loads at most 250 kB of JavaScript, compressed and cached for ever', async () => {
    const { page, requests } = await visit('/dashboard')
    await settled(page)
    const addresses = requests.filter((url) => url.includes('/dashboard/assets/'))
    expect(addresses.some((url) => url.endsWith('.css'))).toBe(true)
    let bytes = 0
    for (const url of new Set(addresses)) {
      const answer = await fetch(url, { headers: { 'accept-encoding': 'gzip' } })
      expect(answer.headers.get('content-encoding')).toBe('gzip')
      expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      if (url.endsWith('.js')) bytes += Number(answer.headers.get('content-length'))
    }
    const elsewhere = requests.filter((url) => !url.startsWith(site().url))
    expect(elsewhere.filter((url) => !url.startsWith('data:'))).toEqual([])
    expect(bytes).toBeGreaterThan(50_000)
    expect(bytes).toBeLessThanOrEqual(most)
  })

  test('the page itself is never cached, and its policy allows nothing else', async () => {
    const { page, headers } = await visit('/dashboard')
    await expectText(page.locator('h1')).toBe('Overview')
    expect(headers['cache-control']).toBe('no-store')
    const policy = headers['content-security-policy']!
    expect(policy).toMatch(/^default-src 'none'; script-src 'self' 'nonce-[\w+/]{22}=='; /)
    expect(policy).not.toMatch(/unsafe|https?:|\*/)
    const other = await fetch(`${site().url}/dashboard`)
    expect(other.headers.get('content-security-policy')).not.toBe(policy)
  })

  test('a script that is injected into the page does not run', async () => {
    const { page, errors } = await visit('/dashboard')
    await settled(page)
    await page.evaluate(
      `document.body.append(Object.assign(document.createElement('script'), { text: 'hacked = 1' }))`,
    )
    expect(await page.evaluate('window.hacked')).toBeUndefined()
    await expect.poll(() => errors.length).toBe(1)
    expect(errors[0]).toContain('Content Security Policy')
  })
})
