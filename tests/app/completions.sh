#!/bin/sh
# completions.sh PROGRAM FOLDER: asks the shells that are here (bash, zsh, fish) what they would complete.
set -eu
folder=$2
bin=$(mktemp -d)
trap 'rm -rf "$bin"' EXIT
ln -s "$1" "$bin/yomi"
PATH=$bin:$PATH
export PATH
want() { case " $2 " in *" $3 "*) ;; *) echo "$1 does not offer $3 but: $2" && exit 1 ;; esac; }
check() { # SHELL FUNCTION: the function prints what a line completes to
    want "$1" "$("$2" 'yomi ' | tr '\n' ' ')" tune
    want "$1" "$("$2" 'yomi an' | tr '\n' ' ')" analyse
    want "$1" "$("$2" 'yomi match ' | tr '\n' ' ')" othello
    want "$1" "$("$2" 'yomi analyse shogi x --ann' | tr '\n' ' ')" --annotate
}
ask_bash() {
    bash -c '. "$1/yomi.bash"; line=$2; read -ra COMP_WORDS <<<"$line"; [[ $line == *" " ]] && COMP_WORDS+=("")
        COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _yomi; printf "%s\n" "${COMPREPLY[@]}"' - "$folder" "$1"
}
ask_fish() { fish -c "source $folder/yomi.fish; complete -C '$1'" | cut -f1; }
# The function as zsh runs it, with what the shell does with the words replaced by printing them.
ask_zsh() {
    zsh -f -c 'compadd() { print -l -- ${(P)2} }; _files() { :; }
        probe() { local -a words; words=(${(z)2}); [[ $2 == *" " ]] && words+=("")
            local CURRENT=${#words} PREFIX=$words[-1]; . $1/_yomi; }
        probe $1 $2' - "$folder" "$1"
}
check bash ask_bash
echo "bash completes"
if command -v fish >/dev/null 2>&1; then check fish ask_fish && echo "fish completes"; fi
if command -v zsh >/dev/null 2>&1; then check zsh ask_zsh && echo "zsh completes"; fi
