import { Type } from 'typebox'
import { addShare, endShare } from '../../use-cases/partners/add-share.ts'
import {
  adjustMonth,
  listAdjustments,
  removeAdjustment,
} from '../../use-cases/partners/adjust-month.ts'
import { approveMonth } from '../../use-cases/partners/approve-month.ts'
import { assignApp, unassignApp } from '../../use-cases/partners/assign-app.ts'
import { listPartners } from '../../use-cases/partners/list-partners.ts'
import { showOwnMark } from '../../use-cases/partners/own-mark.ts'
import {
  listBalances,
  readOwnStatement,
  readStatement,
  showOwnShare,
} from '../../use-cases/partners/partner-statements.ts'
import { recordPayout, removePayout } from '../../use-cases/partners/record-payouts.ts'
import { setMark, showMark } from '../../use-cases/partners/set-mark.ts'
import { setPartner } from '../../use-cases/partners/set-partner.ts'
import { setPartnerMonth } from '../../use-cases/partners/set-partner-month.ts'
import { showSigningKey } from '../../use-cases/partners/signing-key.ts'
import { ofAccount } from './route-table.ts'

const finance = { needs: 'finance', ofAllApps: true } as const
const manage = { needs: 'manage', ofAllApps: true } as const

const text = (description: string) => Type.String({ description })
const ofPartner = Type.Object({ partner: text("the username of the partner's account") })
const document = {
  statement: text('the number of a statement'),
  format: Type.Enum(['html', 'csv', 'json'], { description: 'html, csv or json' }),
}

/** What partners of the account may see, earn and are owed. Only the operator adds and removes partners. */
export const partnerRoutes = () => ({
  'GET /partners': ofAccount({
    ...finance,
    answer: async ({ username: account, call }) => ({
      partners: await call(listPartners, { account }),
      balances: await call(listBalances, { account }),
    }),
  }),
  'POST /partners/set': ofAccount({
    ...finance,
    answer: ({ principal, username: account, fields, ask }) =>
      ask(setPartner, { ...fields, account, by: principal.name }),
  }),
  'POST /partners/assign': ofAccount({
    ...finance,
    answer: ({ principal, username: account, fields, ask }) =>
      ask(assignApp, { ...fields, account, by: principal.name }),
  }),
  'POST /partners/unassign': ofAccount({
    ...finance,
    answer: ({ principal, username: account, fields, ask }) =>
      ask(unassignApp, { ...fields, account, by: principal.name }),
  }),
  'POST /partners/shares/add': ofAccount({
    ...finance,
    answer: ({ principal, username: account, fields, ask }) =>
      ask(addShare, { ...fields, account, by: principal.name }),
  }),
  'POST /partners/shares/end': ofAccount({
    ...finance,
    answer: ({ principal, username: account, fields, ask }) =>
      ask(endShare, { ...fields, account, by: principal.name }),
  }),
  'POST /partners/month': ofAccount({
    ...finance,
    answer: ({ principal, username: account, fields, ask }) =>
      ask(setPartnerMonth, { ...fields, account, by: principal.name }),
  }),
  'POST /partners/approve': ofAccount({
    ...finance,
    answer: ({ principal, username: account, fields, ask }) =>
      ask(approveMonth, { ...fields, account, by: principal.name }),
  }),
  'GET /partners/adjustments': ofAccount({
    ...finance,
    query: ofPartner,
    answer: async ({ username: account, query, ask }) => ({
      adjustments: await ask(listAdjustments, { ...query, account }),
    }),
  }),
  'POST /partners/adjust': ofAccount({
    ...finance,
    answer: ({ principal, username: account, fields, ask }) =>
      ask(adjustMonth, { ...fields, account, by: principal.name }),
  }),
  'POST /partners/unadjust': ofAccount({
    ...finance,
    answer: ({ username: account, fields, ask }) => ask(removeAdjustment, { ...fields, account }),
  }),
  'GET /partners/statement': ofAccount({
    ...finance,
    query: Type.Object({ ...ofPartner.properties, ...document }),
    answer: ({ username: account, query, ask }) => ask(readStatement, { ...query, account }),
  }),
  'POST /partners/payouts/add': ofAccount({
    ...finance,
    answer: ({ principal, username: account, fields, ask }) =>
      ask(recordPayout, { ...fields, account, by: principal.name }),
  }),
  'POST /partners/payouts/remove': ofAccount({
    ...finance,
    answer: ({ username: account, fields, ask }) => ask(removePayout, { ...fields, account }),
  }),
  'GET /partners/mark': ofAccount({
    ...finance,
    answer: ({ username: account, call }) => call(showMark, { account }),
  }),
  'POST /partners/mark/set': ofAccount({
    ...manage,
    maxBodyBytes: 131_072,
    answer: ({ username: account, fields, ask }) => ask(setMark, { ...fields, account }),
  }),
  'GET /partners/key': ofAccount({
    ...finance,
    answer: ({ username: account, call }) => call(showSigningKey, { account }),
  }),
})

/** What an account that is a partner is owed, and how its network looks. */
export const ownShareRoutes = () => ({
  'GET /share': ofAccount({
    ...finance,
    answer: ({ username, call }) => call(showOwnShare, { username }),
  }),
  'GET /share/statement': ofAccount({
    ...finance,
    query: Type.Object(document),
    answer: ({ username, query, ask }) => ask(readOwnStatement, { ...query, username }),
  }),
  'GET /share/mark': ofAccount({
    needs: 'read',
    answer: ({ username, call }) => call(showOwnMark, { username }),
  }),
})
