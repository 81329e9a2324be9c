import { expect, test } from 'vitest'
import {
  hop,
  hostile,
  listenAsHostileNetwork,
  mallory,
  mira,
  pagePaths,
  trap,
} from '../fixtures/hostile-network.ts'
import { shareSite } from '../fixtures/share-site.ts'
import { describeInBrowser, type Visit } from './browser.ts'
import { lowestContrast, luminance } from './text-contrast.ts'

describeInBrowser('pages of the public network', (open) => {
  const network = shareSite(listenAsHostileNetwork)

  const openPath = (path: string, options?: Parameters<typeof open>[1]) =>
    open(network.url + path, options)

  /** The metadata for search engines and other sites. */
  async function headOf({ page }: Visit) {
    const content = (selector: string, attribute: string) =>
      page.locator(selector).getAttribute(attribute)
    return {
      title: await page.title(),
      description: await content('meta[name=description]', 'content'),
      ogTitle: await content('meta[property="og:title"]', 'content'),
      ogDescription: await content('meta[property="og:description"]', 'content'),
      ogType: await content('meta[property="og:type"]', 'content'),
      ogUrl: await content('meta[property="og:url"]', 'content'),
      ogImage: await content('meta[property="og:image"]', 'content'),
      canonical: await content('link[rel=canonical]', 'href'),
    }
  }

  test("a game's page gives other sites its name, text, picture and URL", async () => {
    const visit = await openPath(pagePaths.game)
    const url = network.url + pagePaths.game
    const description = 'Jump from leaf to leaf. Mind the stork.'
    expect(await headOf(visit)).toEqual({
      title: `${hop.name} · ${new URL(network.url).host}`,
      description,
      ogTitle: hop.name,
      ogDescription: description,
      ogType: 'website',
      ogUrl: url,
      ogImage: hop.icon_url,
      canonical: url,
    })
    expect(visit.status).toBe(200)
  })

  test("a user's page gives other sites the name, the counts, the picture and its URL", async () => {
    const visit = await openPath(pagePaths.user)
    const url = network.url + pagePaths.user
    const title = `${mira.display_name} (@mira)`
    const description = `${mira.display_name} plays 2 games and has checked in 2 times.`
    expect(await headOf(visit)).toEqual({
      title: `${title} · ${new URL(network.url).host}`,
      description,
      ogTitle: title,
      ogDescription: description,
      ogType: 'profile',
      ogUrl: url,
      ogImage: mira.avatar_url,
      canonical: url,
    })
    expect(visit.status).toBe(200)
  })

  test('hostile texts of a game are shown unchanged', async () => {
    const visit = await openPath(pagePaths.hostileGame)
    const main = visit.page.locator('main')
    expect(await visit.page.locator('h1').textContent()).toBe(trap.name)
    expect(await visit.page.locator('.text').textContent()).toBe(trap.description)
    const shown = await main.textContent()
    for (const text of [trap.developer, trap.genre, ...Object.values(hostile)]) {
      expect(shown).toContain(text)
    }
    const head = await headOf(visit)
    expect(head.title).toContain(trap.name)
    expect(head).toMatchObject({ ogTitle: trap.name, ogImage: trap.icon_url })
  })

  test('hostile texts of a user are shown unchanged', async () => {
    const visit = await openPath(pagePaths.hostileUser)
    expect(await visit.page.locator('h1').textContent()).toBe(mallory.display_name)
    const shown = await visit.page.locator('main').textContent()
    for (const text of Object.values(hostile)) expect(shown).toContain(text)
    expect(await headOf(visit)).toMatchObject({ ogImage: mallory.avatar_url })
  })

  test.each([pagePaths.hostileGame, pagePaths.hostileUser])(
    '%s runs no script and links only to web pages',
    async (path) => {
      const { page, errors, requests } = await openPath(path)
      expect(await page.evaluate('window.hacked')).toBeUndefined()
      expect(await page.locator('script, img, svg, iframe, form, object, embed').count()).toBe(0)
      const targets = await page
        .locator('[href]')
        .evaluateAll((links) => links.map(({ href }) => href))
      expect(targets.length).toBeGreaterThan(3)
      for (const target of targets) expect(target).toMatch(/^https?:/)
      expect({ errors, requests }).toEqual({ errors: [], requests: [network.url + path] })
    },
  )

  test.each([pagePaths.game, pagePaths.user, pagePaths.documentation])(
    '%s obeys its policy, which blocks scripts and pictures',
    async (path) => {
      const { page, headers, errors } = await openPath(path)
      const policy = headers['content-security-policy']!
      expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/]{43}='; /)
      expect(policy).not.toMatch(/unsafe|https?:|\*/)
      expect(errors).toEqual([])
      await page.evaluate(`
      document.body.append(Object.assign(document.createElement('script'), { text: 'hacked = 1' }))
      document.body.insertAdjacentHTML('beforeend',
        '<img src="/x"><p style="color: red" onclick="hacked = 2">x</p>')
      document.querySelector('p:last-child').click()`)
      await expect.poll(() => errors.length, { timeout: 20_000 }).toBeGreaterThanOrEqual(4)
      for (const error of errors) expect(error).toContain('Content Security Policy')
      expect(await page.evaluate('window.hacked')).toBeUndefined()
    },
  )

  test.each([pagePaths.game, pagePaths.user, pagePaths.documentation])(
    '%s looks the same without JavaScript',
    async (path) => {
      const usual = await openPath(path)
      const without = await openPath(path, { javaScriptEnabled: false })
      const shown = await without.page.locator('body').innerText()
      expect(shown.length).toBeGreaterThan(100)
      expect(shown).toBe(await usual.page.locator('body').innerText())
      expect(without.errors).toEqual([])
    },
  )

  test.each([360, 768, 3_840])(
    'no page is wider than a window of %d px, or requests anything but itself',
    async (width) => {
      const first = pagePaths.documentation
      const { page, requests } = await openPath(first, { viewport: { width, height: 800 } })
      const paths = Object.values(pagePaths)
      for (const path of paths) {
        await page.goto(network.url + path)
        const widest = await page.locator('html').evaluate(({ scrollWidth }) => scrollWidth)
        expect({ path, widest }).toEqual({ path, widest: width })
      }
      expect(requests).toEqual([first, ...paths].map((path) => network.url + path))
    },
  )

  test.each([pagePaths.game, pagePaths.user, pagePaths.documentation, pagePaths.closedUser])(
    "%s follows the reader's light or dark theme, and is readable in both",
    async (path) => {
      const grounds: number[] = []
      for (const colorScheme of ['light', 'dark'] as const) {
        const { page } = await openPath(path, { colorScheme })
        const ground: string = await page
          .locator('body')
          .evaluate((body) => body.ownerDocument.defaultView.getComputedStyle(body).backgroundColor)
        grounds.push(luminance(ground))
        const lowest = await lowestContrast(page)
        expect(lowest.ratio, `${colorScheme}: ${lowest.text}`).toBeGreaterThanOrEqual(4.5)
      }
      const [light, dark] = grounds
      expect(light).toBeGreaterThan(0.8)
      expect(dark).toBeLessThan(0.05)
    },
  )

  test('game, user and documentation pages link to each other and to their data', async () => {
    const { page, errors } = await openPath(pagePaths.game)
    const click = async (name: string, path: string) => {
      await page.getByRole('link', { name, exact: true }).first().click()
      expect(page.url()).toBe(network.url + path)
    }
    await click(mira.username, pagePaths.user)
    expect(await page.locator('h1').innerText()).toBe(mira.display_name)
    await click(hop.name, pagePaths.game)
    await click('Public interface', pagePaths.documentation)
    await click(`${network.url}/api/v1/`, '/api/v1/')
    await page.goBack()
    const site = page.getByRole('link', { name: new URL(network.url).host, exact: true })
    expect(new URL((await site.getAttribute('href'))!, network.url).href).toBe(`${network.url}/`)
    await page.goto(network.url + pagePaths.user)
    await click(`${network.url}/api/v1/users/mira`, '/api/v1/users/mira')
    expect(errors).toEqual([])
  })

  test('the web_url of a record opens its page', async () => {
    const read = async (path: string) =>
      (await (await fetch(`${network.url}/api/v1${path}`)).json()) as { web_url: string }
    const game = await open((await read('/games/trap')).web_url)
    expect(await game.page.locator('h1').textContent()).toBe(trap.name)
    const user = await open((await read('/users/mallory')).web_url)
    expect(await user.page.locator('h1').textContent()).toBe(mallory.display_name)
  })
})
