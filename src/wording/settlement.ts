import type { SettlementRefusals } from '../settlement/refusals.ts'
import { shellWord } from '../values/shell-word.ts'
import { badCellLine, columns, counted, listed, listedFirst, quoted, thenRun } from './phrases.ts'
import type { Wording } from './vocabulary.ts'

export const settlementWording: Wording<SettlementRefusals> = {
  statement_refused: badCellLine,
  statement_unrecognised: ({ file, columns: found, columnCount }) => {
    const having =
      columnCount === 0
        ? ''
        : `, with the column${columnCount === 1 ? '' : 's'} ${listedFirst(found.map(quoted), columnCount)}`
    return `${file}: Unrecognised statement${having}. Expected a CSV with the columns network, period, kind, amount, currency, date and reference, a signed statement of another Adtally as JSON, payments of AdSense as JSON, or transactions of Unity as CSV. Read the file of a bank with a mapping`
  },
  mapping_column_reused: ({ mapping, column, roles }) =>
    `The mapping ${quoted(mapping)} uses the column ${quoted(column)} for ${listed(roles)}. Choose a column for each`,
  mapping_column_repeated: ({ mapping, column, file, line }) =>
    `${file}:${line}: The mapping ${quoted(mapping)} fits two columns: the file has ${quoted(column)} twice. Rename one of them`,
  mapping_columns_missing: ({ mapping, file, missing, lines }) =>
    `${file}: The mapping ${quoted(mapping)} does not fit. None of the first ${counted(lines, 'line')} is a header with all of its columns; missing ${columns(missing)}`,
  statement_key_unknown: ({ username, file, key, fingerprint }, vocabulary) =>
    thenRun(
      `${file}: The account ${quoted(username)} does not trust the key that signed this statement, ${key} (${fingerprint}). Ask the network whether it is its key, and trust it then`,
      vocabulary,
      'The command is',
      `statements trust ${shellWord(username)} NAME --key ${key} --network NETWORK`,
    ),
  unknown_statement_key: ({ username, name }, vocabulary) =>
    thenRun(
      `The account ${quoted(username)} trusts no key with the name ${quoted(name)}`,
      vocabulary,
      'List its keys',
      `statements trusted ${shellWord(username)}`,
    ),
  statement_key_name_taken: ({ username, name }, vocabulary) =>
    thenRun(
      `The account ${quoted(username)} trusts another key with the name ${quoted(name)}. Choose another name, or remove that key first`,
      vocabulary,
      'To remove it',
      `statements distrust ${shellWord(username)} ${shellWord(name)}`,
    ),
  statement_key_repeated: ({ username, name }) =>
    `The account ${quoted(username)} trusts this key already, with the name ${quoted(name)}`,
  too_many_statement_keys: ({ username, maximum }) =>
    `The account ${quoted(username)} trusts ${counted(maximum, 'key')}, which is the most. Remove one first`,
  statement_number_taken: ({ file, number, statement }) =>
    statement === null
      ? `${file}: Another of these files is a statement with the number ${quoted(number)}. Import only the one that the network issued`
      : `${file}: The statement ${quoted(number)} was imported before as ${statement}, from another file. A statement never changes: ask the network which file it issued. To import this one, undo ${statement} first`,
  unknown_statement: ({ username, id }, vocabulary) =>
    thenRun(
      `The account "${username}" has no statement import ${id}`,
      vocabulary,
      'List them',
      `statements list ${username}`,
    ),
  statement_undone: ({ id }) => `The statement import ${id} is undone already`,
  statement_booked: ({ id, month }) =>
    `The close of ${month} uses lines of the statement import ${id}. Open ${month} again first, or import a statement that corrects them`,
  unknown_line: ({ username, id }, vocabulary) =>
    thenRun(
      `The account "${username}" has no statement line ${id}`,
      vocabulary,
      'List the lines',
      `statements lines ${username}`,
    ),
  line_booked: ({ id, month }) =>
    `The close of ${month} uses line ${id}. Open ${month} again first`,
  parts_refused: ({ id, amount, sum, currency }) =>
    `Line ${id} has ${amount} ${currency}, but its parts add up to ${sum}. Give parts that add up to ${amount}`,
  currency_refused: ({ network, month, currency, expected }) =>
    `Statements of ${network} for ${month} are in ${expected}, not in ${currency}. Change the terms of ${network} first, or choose another network or month`,
  in_opening: ({ network, month, kind }) =>
    kind === 'opening'
      ? `The opening balance of ${network} for ${month} contains this month already. Choose a later month, or ${month} itself for what was not billed`
      : `An opening balance would count the ${kind} of ${network} for ${month} twice. Choose a month before it`,
  not_an_adjustment: ({ id, kind }) =>
    `Line ${id} is of the kind ${kind}. Only adjustments can be in the reported figures too`,
  terms_of_closed_month: ({ network, from, closed }) =>
    `Terms of ${network} from ${from} on would change ${closed}, which is closed. Set them from a later month on, or open the month again`,
  unknown_terms: ({ network, from }) => `No terms of ${network} were set from ${from} on`,
  unknown_mapping: ({ name, known }) =>
    known.length === 0
      ? `There is no bank mapping ${quoted(name)}. Save one first`
      : `There is no bank mapping ${quoted(name)}. There ${known.length === 1 ? 'is' : 'are'} ${listed(known.map(quoted))}`,
  too_many_mappings: ({ maximum }) =>
    `The account has ${maximum} bank mappings, which is the most. Delete one first`,
  too_many_lines: ({ maximum }) =>
    `An account has at most ${counted(maximum, 'statement line')}, and these files would add more`,
  month_not_over: ({ month, over }) =>
    `${month} is not over. Close it after ${over}, which is its last day in UTC`,
  month_closed: ({ username, month }, vocabulary) =>
    thenRun(
      `${month} is closed already`,
      vocabulary,
      'Open it again',
      `months reopen ${username} ${month}`,
    ),
  month_not_closed: ({ month }) => `${month} is not closed`,
  month_out_of_order: ({ username, month, expected }, vocabulary) =>
    thenRun(
      `Months are closed one after another: ${expected} comes before ${month}`,
      vocabulary,
      'Close it',
      `months close ${username} ${expected}`,
    ),
  later_month_closed: ({ username, month, last }, vocabulary) =>
    thenRun(
      `${last} is closed too, and builds on ${month}. Only the last closed month can be opened again`,
      vocabulary,
      'Open it first',
      `months reopen ${username} ${last}`,
    ),
  days_missing: ({ count, first, month }, { option }) => ({
    message: `${counted(count, 'day')} of networks ${count === 1 ? 'is' : 'are'} missing in ${month}. Import them first, or close the month without them with ${option('allowMissing')}`,
    details: [listedFirst(first, count)],
  }),
}
