import { allNodes, type CommandNode, nameOf, valuedFlags } from './command-tree.ts'

/** A completion script for bash. Where it knows no words, bash completes files. */
export const bashScript = (tree: CommandNode): string => `# Completion of adtally for bash.

# Sets what can follow a command.
_adtally_at() {
  commands='' options='' valued='' choices=''
  case $1 in
${allNodes(tree).map(commandCase).join('\n')}
  esac
}

# Sets what the value of a command's option may be.
_adtally_values() {
  choices=''
  case $1 in
${valueCases(tree).join('\n')}
  esac
}

_adtally() {
  local current=\${COMP_WORDS[COMP_CWORD]} at='' option='' word i
  local commands options valued choices
  [[ $current == = ]] && current=''
  _adtally_at ''
  for ((i = 1; i < COMP_CWORD; i++)); do
    word=\${COMP_WORDS[i]}
    # bash splits --option=value into three words.
    [[ $word == = ]] && continue
    if [[ -n $option ]]; then
      option=''
    elif [[ $word == -* ]]; then
      [[ " $valued " == *" $word "* ]] && option=$word
    elif [[ " $commands " == *" $word "* ]]; then
      at="\${at:+$at }$word"
      _adtally_at "$at"
    fi
  done
  if [[ -n $option ]]; then
    _adtally_values "$at $option"
    COMPREPLY=($(compgen -W "$choices" -- "$current"))
  elif [[ $current == -* ]]; then
    COMPREPLY=($(compgen -W "$options" -- "$current"))
  else
    COMPREPLY=($(compgen -W "$commands $choices" -- "$current"))
  fi
}

complete -o default -F _adtally adtally
`

function commandCase(node: CommandNode): string {
  const { path, options, choices, commands } = node
  const sets = [
    ['commands', commands.map(nameOf)],
    ['options', options.map(({ flag }) => flag)],
    ['valued', valuedFlags(node)],
    ['choices', choices],
  ] as const
  const set = sets
    .filter(([, words]) => words.length > 0)
    .map(([name, words]) => `${name}=${quoted(words.join(' '))}`)
  return `    ${quoted(path)}) ${set.join(' ')} ;;`
}

const valueCases = (tree: CommandNode): readonly string[] =>
  allNodes(tree).flatMap(({ path, options }) =>
    options
      .filter(({ choices }) => choices.length > 0)
      .map(
        ({ flag, choices }) =>
          `    ${quoted(`${path} ${flag}`)}) choices=${quoted(choices.join(' '))} ;;`,
      ),
  )

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`
