#compdef scorepad
# Completes the commands of scorepad in zsh.
local -a choices
case "${words[CURRENT - 1]}" in
--first-dealer) choices=(0 1 2 3 draw) ;;
--encoding) choices=(utf-8-sig cp1252 utf-16 mac-roman) ;;
--by) choices=(players teams event) ;;
--paper) choices=(A4 Letter) ;;
--format) choices=(csv json xlsx pdf html) ;;
--separator) choices=(comma semicolon tab) ;;
*) case "$((CURRENT - 1)) ${words[2]} ${words[3]} " in
    "1 "*) choices=(score rules matches show new record import choose event sheet book export verify check backup restore share help sample) ;;
    "2 rules "*) choices=(list show check diff) ;;
    "2 event "*) choices=(new list show teams schedule pair calendar stats copy divide record publish print) ;;
    "3 event print "*) choices=(book round week calendar posters statistics seats moves log) ;;
    "2 share "*) choices=(once follow take forget schema) ;;
    esac ;;
esac
if ((${#choices})); then
    compadd -a choices
else
    _files
fi
