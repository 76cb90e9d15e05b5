# Completes tollgate in fish: tollgate completion fish > ~/.config/fish/completions/tollgate.fish
function _tollgate
  set -l typed (commandline -ct)
  set -l found (tollgate completion fish -- (commandline -opc)[2..-1] "$typed" 2>/dev/null)
  if test (count $found) -gt 0
    printf '%s\n' $found
  else
    set -l before (string match -r '.*=' -- $typed)
    for path in (__fish_complete_path (string replace -r '.*=' '' -- $typed))
      echo "$before$path"
    end
  end
end
complete -c tollgate -f -a '(_tollgate)'
