"""Completion in bash: a game and its options are one word to us, though bash breaks it at colons and equals signs."""

from __future__ import annotations

from click.shell_completion import BashComplete

# Bash puts an answer in place of what stands behind the last break, so what stands before it is left out. Nothing that
# other programs complete with is changed: COMP_WORDBREAKS is theirs too.
SOURCE = r"""
%(complete_func)s() {
    local line="${COMP_LINE:0:COMP_POINT}" words word head="" type value
    read -ra words <<< "$line"
    [[ $line == *" " ]] && words+=("")
    word="${words[${#words[@]}-1]}"
    [[ $COMP_WORDBREAKS == *:* ]] && head="${word%%"${word##*[:=]}"}"
    COMPREPLY=()
    while IFS="," read -r type value; do
        case $type in
            dir) compopt -o dirnames ;;
            file) compopt -o default ;;
            plain)
                [[ $value == *[:=] ]] && compopt -o nospace
                COMPREPLY+=("${value#"$head"}")
                ;;
        esac
    done < <(COMP_WORDS="${words[*]}" COMP_CWORD=$((${#words[@]} - 1)) %(complete_var)s=bash_complete "$1")
    return 0
}
complete -o nosort -F %(complete_func)s %(prog_name)s
"""


class WordComplete(BashComplete):
    """Click's completion for bash, with words as we have them."""

    source_template = SOURCE
