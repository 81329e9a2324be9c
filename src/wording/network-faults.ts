import type { FaultKind } from '../sources/connector.ts'

/** The advice when a network returned no figures. */
export const advice: Readonly<Record<FaultKind, string>> = {
  'not-ready': 'Its figures come later; try again then',
  'slow-down': 'It allows fewer requests; try again later',
  'log-in-again': 'Check the credentials',
  'credential-refused': 'Check the credentials, and that they may read reports',
  'request-refused': 'Check the settings of the connection',
  cut: 'The day has more rows than it reports at once',
  'try-later': 'Try again later',
}
