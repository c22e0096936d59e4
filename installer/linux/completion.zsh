#compdef scorepad
# Completes the commands of scorepad in zsh.
local -a choices
case "${words[CURRENT - 1]}" in
--first-dealer) choices=(0 1 2 3 draw) ;;
--encoding) choices=(utf-8-sig utf-16 cp1252 mac-roman cp1250 cp1251 koi8-r cp1253 cp1254 cp1255 cp1256 cp1257 cp1258 cp874 gb18030 cp950 cp932 cp949) ;;
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
