# bash completion for yomi
_yomi() {
    local cur=${COMP_WORDS[COMP_CWORD]} command=${COMP_WORDS[1]} games words=
    if ((COMP_CWORD == 1)); then
        words=$(yomi --help 2>/dev/null | sed -n 's/^  \([a-z]*\) .*/\1/p')
        mapfile -t COMPREPLY < <(compgen -W "$words --help --version" -- "$cur")
        return
    fi
    if [[ $cur == -* ]]; then
        words=$(yomi "$command" --help 2>/dev/null | grep -o -- '--[a-z-]*' | sort -u)
    elif ((COMP_CWORD == 2)); then
        games=$(yomi --help 2>/dev/null | sed -n 's/^Games: //p')
        words=$games
    fi
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur"; compgen -f -- "$cur")
}
complete -o filenames -F _yomi yomi
