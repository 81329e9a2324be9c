import { Type } from 'typebox'
import {
  type BankMapping,
  bankDateFormats,
  bankDecimalMarks,
  bankDelimiters,
  bankMappingBounds,
  mappedColumns,
} from '../../settlement/bank-mapping.ts'
import { refuse } from '../../settlement/refusals.ts'
import { currency, identifier, oneOf, text, username } from '../fields.ts'
import { refuseUnknown } from '../networks/known-networks.ts'
import { readsOnly, useCase } from '../use-case.ts'
import { changeSettlement } from './change-settlement.ts'

/** How many mappings an account has at most. */
const maxMappings = 50

const mappingName = text(bankMappingBounds.name, 'the name of a bank mapping')
const column = text(bankMappingBounds.column, 'the name of a column')

const fields = {
  username,
  name: mappingName,
  columns: Type.Object(
    {
      date: column,
      amount: column,
      reference: Type.Optional(column),
      payer: Type.Optional(column),
      currency: Type.Optional(column),
    },
    { additionalProperties: false, description: 'the columns of the file by what they contain' },
  ),
  dateFormat: oneOf(bankDateFormats),
  decimal: oneOf(bankDecimalMarks),
  delimiter: oneOf(Object.keys(bankDelimiters) as (keyof typeof bankDelimiters)[]),
  /** Of lines whose file has no column of currencies. */
  currency,
  /** Which network pays: that of the first text that a line contains. Lines of others are not stored. */
  payers: Type.Array(
    Type.Object(
      { contains: text(bankMappingBounds.contains, 'a text'), network: identifier },
      { additionalProperties: false, description: 'a text and the network that pays' },
    ),
    {
      maxItems: bankMappingBounds.payers,
      description: `at most ${bankMappingBounds.payers} texts with their networks`,
    },
  ),
}

/** A mapping as it is shown. */
export type MappingView = ReturnType<typeof toMappingView>

const toMappingView = ({ dateFormat, ...mapping }: BankMapping) => ({
  ...mapping,
  date_format: dateFormat,
})

/** The mappings of an account, by name. */
export const listMappings = useCase({
  name: 'list-mappings',
  request: { username },
  audit: readsOnly,
  run: async ({ accounts, settlement }, { username }): Promise<MappingView[]> => {
    const { id } = await accounts.get(username)
    return [...(await settlement.mappings(id)).values()].map((text) =>
      toMappingView(JSON.parse(text)),
    )
  },
})

/** Saves how the files of a bank are read, in place of the mapping with the same name. */
export const saveMapping = useCase({
  name: 'save-mapping',
  request: fields,
  run: async (services, { username, ...mapping }): Promise<MappingView> => {
    const account = await services.accounts.get(username)
    mappedColumns(mapping)
    for (const { network } of mapping.payers) await refuseUnknown(network, account.id, services)
    return changeSettlement(services, account, async () => {
      const known = await services.settlement.mappings(account.id)
      if (!known.has(mapping.name) && known.size >= maxMappings) {
        throw refuse('too_many_mappings', { maximum: maxMappings })
      }
      return async (writer) => {
        await writer.putMapping(mapping.name, JSON.stringify(mapping))
        return toMappingView(mapping)
      }
    })
  },
  audit: ({ username, name }) => [{ action: 'mapping_saved', account: username, facts: { name } }],
})

/** Deletes a mapping. Statements that were read with it stay. */
export const deleteMapping = useCase({
  name: 'delete-mapping',
  request: { username, name: mappingName },
  run: async (services, { username, name }): Promise<{ readonly name: string }> => {
    const account = await services.accounts.get(username)
    return changeSettlement(services, account, async () => {
      const known = await services.settlement.mappings(account.id)
      if (!known.has(name)) throw refuse('unknown_mapping', { name, known: [...known.keys()] })
      return async (writer) => {
        await writer.removeMapping(name)
        return { name }
      }
    })
  },
  audit: ({ username, name }) => [
    { action: 'mapping_deleted', account: username, facts: { name } },
  ],
})
