# fish completion for yomi
function __yomi_commands
    yomi --help 2>/dev/null | sed -n 's/^  \([a-z]*\)  *\(.*\)/\1\t\2/p'
end
function __yomi_games
    yomi --help 2>/dev/null | sed -n 's/^Games: //p' | string split ' '
end
function __yomi_options
    yomi (commandline -opc)[2] --help 2>/dev/null | grep -o -- '--[a-z-]*' | sort -u
end
complete -c yomi -n 'test (count (commandline -opc)) -eq 1' -f -a '(__yomi_commands) --help --version'
complete -c yomi -n 'test (count (commandline -opc)) -eq 2' -a '(__yomi_games)'
complete -c yomi -n 'test (count (commandline -opc)) -ge 2; and string match -q -- "-*" (commandline -ct)' -f -a '(__yomi_options)'
