import { expect, test } from 'vitest'
import { createAccount } from '../../src/use-cases/create-account.ts'
import { deleteAccount } from '../../src/use-cases/delete-account.ts'
import { addDestination } from '../../src/use-cases/destinations/add-destination.ts'
import { changeDestination } from '../../src/use-cases/destinations/change-destination.ts'
import { listDestinations } from '../../src/use-cases/destinations/list-destinations.ts'
import { removeDestination } from '../../src/use-cases/destinations/remove-destination.ts'
import { showDestination } from '../../src/use-cases/destinations/show-destination.ts'
import { testDestination } from '../../src/use-cases/destinations/test-destination.ts'
import { refusalOf } from '../import/import-site.ts'
import { fill, inFile, warehouseSite } from './warehouse-site.ts'

const ofAll = { username: '@all', name: 'copies' }
const perAccount = { ...ofAll, kind: 'duckdb' as const, address: '{account}.duckdb' }
const revenue = 'SELECT account, sum(revenue) FROM figures GROUP BY account'

test('the operator has copies of all accounts, also of those that come later', async () => {
  const site = await warehouseSite()
  await site.importLines([
    '2026-03-01,zap-ios,admob,banner,US,1,1.5',
    '2026-03-01,euro-app,admob,banner,US,1,7',
  ])
  await site.call(addDestination, perAccount)
  await fill(site)
  expect(await inFile(site, revenue)).toEqual([['studio', '1.500000']])
  expect(await inFile(site, revenue, 'euros.duckdb')).toEqual([['euros', '7.000000']])
  await site.call(createAccount, { username: 'later' })
  const app = 'app_id,publisher,app_name,platform\nlater-app,later,Later,ios\n'
  await site.importApps(app, 'later.csv')
  await site.importLines(['2026-03-01,later-app,admob,banner,US,1,3'])
  await fill(site)
  await fill(site)
  expect(await inFile(site, revenue, 'later.duckdb')).toEqual([['later', '3.000000']])
  const listed = await site.call(listDestinations, { username: '@all' })
  expect(listed.map(({ account, target, lag_entries }) => [account, target, lag_entries])).toEqual([
    ['studio', '{account}.duckdb', 0],
    ['euros', '{account}.duckdb', 0],
    ['later', '{account}.duckdb', 0],
  ])
  expect(await site.call(testDestination, ofAll)).toMatchObject({ works: true })
  await site.call(deleteAccount, { username: 'euros' })
  await fill(site)
  expect(await site.call(listDestinations, { username: '@all' })).toHaveLength(2)
})

test('accounts neither see nor change what the operator has of all', async () => {
  const site = await warehouseSite()
  await site.call(addDestination, perAccount)
  const own = { ...ofAll, username: 'studio' }
  expect(await site.call(listDestinations, { username: 'studio' })).toEqual([])
  for (const work of [
    site.call(showDestination, own),
    site.call(removeDestination, own),
    site.call(changeDestination, { ...own, state: 'paused' }),
  ]) {
    expect(await refusalOf(work)).toMatchObject({ code: 'unknown_destination' })
  }
  const taken = site.call(addDestination, { ...perAccount, username: 'studio' })
  expect(await refusalOf(taken)).toMatchObject({ code: 'destination_name_taken' })
  expect(await site.call(changeDestination, { ...ofAll, state: 'paused' })).toMatchObject({
    state: 'paused',
  })
  await site.importLines(['2026-03-01,zap-ios,admob,banner,US,1,1.5'])
  await fill(site)
  expect(await site.call(showDestination, ofAll)).toMatchObject({ entry: null, state: 'paused' })
  await site.call(removeDestination, ofAll)
  expect(await site.call(listDestinations, { username: '@all' })).toEqual([])
})

test('a file for all accounts, and a name that one account has, are refused', async () => {
  const site = await warehouseSite()
  const one = site.call(addDestination, { ...perAccount, address: 'all.duckdb' })
  expect((await refusalOf(one)).message).toContain('must contain {account}')
  const own = { ...perAccount, username: 'euros', address: 'euros.duckdb' }
  await site.call(addDestination, own)
  const taken = await refusalOf(site.call(addDestination, perAccount))
  expect(taken).toMatchObject({ code: 'destination_name_taken' })
  expect(await site.call(listDestinations, { username: '@all' })).toEqual([])
})
