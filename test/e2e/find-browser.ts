import { existsSync } from 'node:fs'

/** Debian's headless shell comes first: with it, these tests need a third of the processor time. */
const usualPaths = [
  ...['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'],
  ...['/usr/bin/chromium-browser', '/usr/bin/google-chrome'],
]

/** Prevents the browser from connecting to anything but loopback. */
export const closedNetwork = [
  ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--no-proxy-server'],
  ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
]

/** The browser that `ADTALLY_CHROMIUM` names, or else a usual one; undefined without one. */
export function findBrowser(): string | undefined {
  const named = process.env.ADTALLY_CHROMIUM
  return (named ? [named] : usualPaths).find((path) => existsSync(path))
}
