# Completes tollgate in bash 3.2 and later: source <(tollgate completion bash)
_tollgate() {
  local IFS=$'\n'
  COMPREPLY=($(tollgate completion bash -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
  if [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *[=:/] ]]; then compopt -o nospace 2>/dev/null; fi
}
complete -o bashdefault -o default -F _tollgate tollgate
