import { declareAdmob } from './admob-report.shared.ts'

export default declareAdmob({
  name: 'admob-mediation',
  title: 'AdMob mediation report',
  kind: 'mediation',
  method: 'mediationReport:generate',
  dimensions: ['DATE', 'APP', 'PLATFORM', 'FORMAT', 'COUNTRY', 'AD_SOURCE'],
  detailDimensions: ['AD_SOURCE_INSTANCE'],
})
