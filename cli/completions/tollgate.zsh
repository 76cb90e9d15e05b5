#compdef tollgate
# Completes tollgate in zsh: source <(tollgate completion zsh), after compinit
_tollgate() {
  local -a found=("${(@f)$(tollgate completion zsh -- "${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ -z $found[1] ]]; then compset -P '*='; _files
  elif [[ $found[1] == *=: ]]; then _describe tollgate found -S ''
  else _describe tollgate found
  fi
}
if [[ $funcstack[1] == _tollgate ]]; then _tollgate "$@"; else compdef _tollgate tollgate; fi
