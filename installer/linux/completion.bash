# Completes the commands of scorepad in bash.
_scorepad() {
    local words=
    case "${COMP_WORDS[COMP_CWORD - 1]}" in
    --first-dealer) words="0 1 2 3 draw" ;;
    --encoding) words="utf-8-sig utf-16 cp1252 mac-roman cp1250 cp1251 koi8-r cp1253 cp1254 cp1255 cp1256 cp1257 cp1258 cp874 gb18030 cp950 cp932 cp949" ;;
    --by) words="players teams event" ;;
    --paper) words="A4 Letter" ;;
    --format) words="csv json xlsx pdf html" ;;
    --separator) words="comma semicolon tab" ;;
    *) case "$COMP_CWORD ${COMP_WORDS[1]} ${COMP_WORDS[2]} " in
        "1 "*) words="score rules matches show new record import choose event sheet book export verify check backup restore share help sample" ;;
        "2 rules "*) words="list show check diff" ;;
        "2 event "*) words="new list show teams schedule pair calendar stats copy divide record publish print" ;;
        "3 event print "*) words="book round week calendar posters statistics seats moves log" ;;
        "2 share "*) words="once follow take forget schema" ;;
        esac ;;
    esac
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "${COMP_WORDS[COMP_CWORD]}")
}
complete -o default -F _scorepad scorepad
