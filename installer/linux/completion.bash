# Completes the commands of scorepad in bash.
_scorepad() {
    local words=
    case "${COMP_WORDS[COMP_CWORD - 1]}" in
    --format) words="csv json xlsx pdf html" ;; # --format
    --paper) words="A4 Letter" ;;
    *) case "$COMP_CWORD ${COMP_WORDS[1]} ${COMP_WORDS[2]}" in
        "1 "*) words="score rules matches show new record import choose event sheet book export verify check backup restore share help" ;; # scorepad
        "2 rules "*) words="list show check diff" ;; # rules
        "2 event "*) words="new list show teams schedule pair divide record publish print" ;; # event
        "3 event print") words="book round posters seats moves log" ;; # event print
        "2 share "*) words="once follow take forget schema" ;; # share
        esac ;;
    esac
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "${COMP_WORDS[COMP_CWORD]}")
}
complete -o default -F _scorepad scorepad
