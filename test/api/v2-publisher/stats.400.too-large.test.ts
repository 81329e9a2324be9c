import { beforeAll, expect, test } from 'vitest'
import { formatDay, parseDay } from '../../../src/values/day.ts'
import { expectProblem } from '../../fixtures/problem-body.ts'
import { shareSite } from '../../fixtures/share-site.ts'
import { openV2Publisher } from '../../fixtures/v2-publisher.ts'

/** 9,223,372,036,854,775,807 micros fit 64 bits: 922 rows of the largest revenue, but not 923. */
const days = Array.from({ length: 923 }, (_, index) =>
  formatDay((parseDay('2020-01-01')! + index) as never),
)
const app_id = '900'

const publisher = shareSite(openV2Publisher)
beforeAll(async () => {
  await publisher.installation.importFigures(
    days.map((date) => ({
      date,
      app_id,
      network: 'ownnet',
      format: 'video',
      country: 'US',
      impressions: 1,
      revenue: '9999999999.999999',
    })),
  )
})

const shapes = [{}, { app_id }, { group_by: 'network' }, { group_by: 'format' }]

test('a total beyond 64 bits is refused with status 400', async () => {
  for (const shape of shapes) {
    const range = { start_date: days[0], end_date: days.at(-1) }
    const response = await publisher.stats({ ...range, ...shape })
    expectProblem(response, 400, 'figure_too_large')
  }
})

test('the largest total that fits is exact', async () => {
  const range = { start_date: days[0], end_date: days[921] }
  for (const shape of shapes) {
    const { body } = await publisher.stats({ ...range, ...shape })
    // 922 × 999,999,999,999.9999 cents are 921,999,999,999,999.9078.
    expect(body).toContain('"revenue_in_cents":922000000000000')
    expect(body).toContain('"impressions":922,')
  }
})
