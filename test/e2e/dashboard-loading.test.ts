import { expect, test } from 'vitest'
import { describeDashboard, expectText, settled } from '../fixtures/dashboard-page.ts'

/** Of the scripts, styles and fonts that a page needs before its figures are there. */
const mostBytes = 260_000
const mostFiles = 25

describeDashboard('loading the dashboard', ({ visit, site }) => {
  test.each(['/dashboard/home', '/dashboard', '/dashboard/explore'])(
    'the first view of %s loads at most 260 kB in at most 25 files, cached for ever',
    async (path) => {
      const { page, requests } = await visit(path)
      await settled(page)
      const addresses = new Set(requests.filter((url) => url.includes('/dashboard/assets/')))
      expect([...addresses].some((url) => url.endsWith('.css'))).toBe(true)
      let bytes = 0
      for (const url of addresses) {
        const answer = await fetch(url, { headers: { 'accept-encoding': 'br' } })
        // Fonts are compressed already.
        if (!url.endsWith('.woff2')) expect(answer.headers.get('content-encoding')).toBe('br')
        expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
        bytes += Number(answer.headers.get('content-length'))
      }
      const elsewhere = requests.filter((url) => !url.startsWith(site().url))
      expect(elsewhere.filter((url) => !url.startsWith('data:'))).toEqual([])
      expect(bytes).toBeGreaterThan(50_000)
      expect(bytes).toBeLessThanOrEqual(mostBytes)
      // With the page itself.
      expect(addresses.size + 1).toBeLessThanOrEqual(mostFiles)
    },
  )

  test('files are compressed for clients without Brotli too', async () => {
    const { requests } = await visit('/dashboard')
    const script = requests.find((url) => url.endsWith('.js'))!
    const answer = await fetch(script, { headers: { 'accept-encoding': 'gzip' } })
    expect(answer.headers.get('content-encoding')).toBe('gzip')
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
