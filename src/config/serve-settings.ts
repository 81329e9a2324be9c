import {
  addressRange,
  anyText,
  httpUrl,
  oneOfWords,
  path,
  separatedList,
  wholeNumbers,
} from './kinds.ts'
import { named, setting } from './setting.ts'

/** Where the server listens, and how others reach it. */
export const serverSettings = named({
  host: setting(anyText, '127.0.0.1', 'address to listen on', { argument: '<address>' }),
  port: setting(wholeNumbers(0, 65_535), 8_080, 'port to listen on, or 0 for any free port', {
    argument: '<port>',
  }),
  baseUrl: setting(httpUrl, null, 'public address of the reporting interfaces, for links', {
    argument: '<url>',
    defaultText: 'the address it listens on',
  }),
  networkUrl: setting(httpUrl, null, 'public address of the public network, for links', {
    argument: '<url>',
    defaultText: 'the address it listens on',
  }),
  trustedProxies: setting(
    separatedList(addressRange),
    [],
    'IP addresses or networks of proxies whose X-Forwarded-For is trusted',
    { argument: '<list>' },
  ),
  metricsPort: setting(
    wholeNumbers(0, 65_535),
    null,
    'port on which Prometheus gets /metrics without credentials, or 0 for any free port',
    { argument: '<port>' },
  ),
  metricsHost: setting(anyText, '127.0.0.1', 'address of that port', { argument: '<address>' }),
})

/** The folder whose files the server imports. */
export const inboxSettings = named({
  inbox: setting(
    path,
    null,
    'import every file that is dropped into this folder, as adtally watch does',
    { argument: '<dir>' },
  ),
  inboxAccount: setting(anyText, null, 'import from the inbox figures of this account only', {
    argument: '<username>',
    defaultText: 'all accounts',
  }),
  inboxCreateApps: setting(
    anyText,
    null,
    'the same, and create unknown apps of the inbox in this account',
    { argument: '<username>' },
  ),
  inboxSettleSeconds: setting(
    wholeNumbers(0, 86_400),
    6,
    'import a file of the inbox when it has not changed for this long',
    { argument: '<seconds>' },
  ),
})

/** The limits of clients. `docs/limits.md` explains them. */
export const boundSettings = named({
  maxConnections: setting(wholeNumbers(1, 1_000_000), 10_000, 'open connections of all clients', {
    argument: '<count>',
  }),
  maxConnectionsPerAddress: setting(
    wholeNumbers(1, 1_000_000),
    256,
    'open connections of one address that is not a trusted proxy',
    { argument: '<count>' },
  ),
  maxAnswers: setting(
    wholeNumbers(1, 100_000),
    64,
    'answers about figures that are sent at the same time',
    { argument: '<count>' },
  ),
  maxAnswersPerAccount: setting(wholeNumbers(1, 100_000), null, 'the same for one account', {
    argument: '<count>',
    defaultText: '8',
  }),
  stallTimeout: setting(
    wholeNumbers(1, 3_600),
    60,
    'close a connection whose client reads nothing of its answer for this long, in seconds',
    { argument: '<seconds>' },
  ),
  shutdownTimeout: setting(
    wholeNumbers(1, 3_600),
    25,
    'when stopped, wait this long for open requests and imports, in seconds, then cut them off',
    { argument: '<seconds>' },
  ),
  drainDelay: setting(
    wholeNumbers(0, 3_600),
    0,
    'when stopped, keep answering for this long while /readyz reports that the server is not ready, in seconds',
    { argument: '<seconds>' },
  ),
  rateLimit: setting(
    wholeNumbers(1, 1_000_000_000),
    5_000,
    'requests per hour and IP address to the public interface',
  ),
  maxRangeDays: setting(
    wholeNumbers(1, 36_600),
    3_660,
    'the longest range of one request, in days',
  ),
})

export const logSettings = named({
  logLevel: setting(
    oneOfWords('silent', 'error', 'warn', 'info', 'debug'),
    'warn',
    'what the server logs; debug also prints the stack of a command that fails',
  ),
})

/** The ages at which data is removed. */
export const keepingSettings = named({
  auditDays: setting(
    wholeNumbers(1, 36_600),
    400,
    'the age in days at which events of the audit log are removed',
  ),
  historyDays: setting(
    wholeNumbers(1, 36_600),
    null,
    'for how many days superseded figures are kept',
    { defaultText: 'for ever' },
  ),
})

/** All settings that only `serve` reads. */
export const serveSettings = {
  ...serverSettings,
  ...inboxSettings,
  ...boundSettings,
  ...logSettings,
  ...keepingSettings,
}
