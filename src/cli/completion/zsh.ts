import { allNodes, type CommandNode, nameOf, valuedFlags } from './command-tree.ts'

/** A completion script for zsh, to be sourced or put into a folder of `fpath` as `_adtally`. */
export const zshScript = (tree: CommandNode): string => `#compdef adtally
# Completion of adtally for zsh.

# Sets what can follow a command, each word with its description.
_adtally_at() {
  commands=() options=() valued=() choices=()
  case $1 in
${allNodes(tree).map(commandCase).join('\n')}
  esac
  names=("\${(@)commands%%:*}")
}

# Sets what the value of a command's option may be.
_adtally_values() {
  choices=()
  case $1 in
${valueCases(tree).join('\n')}
  esac
}

_adtally() {
  local at='' option='' word i
  local -a commands options valued choices names
  _adtally_at ''
  for ((i = 2; i < CURRENT; i++)); do
    word=\${words[i]}
    if [[ -n $option ]]; then
      option=''
    elif [[ $word == -* ]]; then
      ((\${valued[(Ie)$word]})) && option=$word
    elif ((\${names[(Ie)$word]})); then
      at="\${at:+$at }$word"
      _adtally_at "$at"
    fi
  done
  if [[ -n $option ]]; then
    _adtally_values "$at $option"
    (($#choices)) && compadd -a choices || _files
  elif [[ \${words[CURRENT]} == -* ]]; then
    _describe option options
  elif (($#commands)); then
    _describe command commands
  elif (($#choices)); then
    compadd -a choices
  else
    _files
  fi
}

if [[ $funcstack[1] == _adtally ]]; then
  _adtally
else
  compdef _adtally adtally
fi
`

function commandCase(node: CommandNode): string {
  const { path, options, choices, commands } = node
  const sets = [
    ['commands', commands.map((child) => described(nameOf(child), child.summary))],
    ['options', options.map(({ flag, summary }) => described(flag, summary))],
    ['valued', valuedFlags(node)],
    ['choices', choices],
  ] as const
  const set = sets
    .filter(([, words]) => words.length > 0)
    .map(([name, words]) => `      ${name}=(${words.map(quoted).join(' ')})`)
  return `    ${quoted(path)})\n${set.join('\n')} ;;`
}

const valueCases = (tree: CommandNode): readonly string[] =>
  allNodes(tree).flatMap(({ path, options }) =>
    options
      .filter(({ choices }) => choices.length > 0)
      .map(
        ({ flag, choices }) =>
          `    ${quoted(`${path} ${flag}`)}) choices=(${choices.map(quoted).join(' ')}) ;;`,
      ),
  )

const described = (word: string, summary: string): string =>
  `${word.replaceAll(':', '\\:')}:${summary}`

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`
