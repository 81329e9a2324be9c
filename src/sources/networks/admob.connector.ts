import { declareAdmob } from './admob-report.shared.ts'

export default declareAdmob({
  name: 'admob',
  title: 'AdMob network report',
  kind: 'network',
  method: 'networkReport:generate',
  dimensions: ['DATE', 'APP', 'PLATFORM', 'FORMAT', 'COUNTRY'],
})
