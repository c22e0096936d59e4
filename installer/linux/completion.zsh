#compdef scorepad
# Completes the commands of scorepad in zsh.
local -a choices
case "${words[CURRENT - 1]}" in
--format) choices=(csv json xlsx pdf html) ;; # --format
--paper) choices=(A4 Letter) ;;
*) case "$CURRENT ${words[2]} ${words[3]}" in
    "2 "*) choices=(score rules matches show new record import choose event sheet book export verify check backup restore share help) ;; # scorepad
    "3 rules "*) choices=(list show check diff) ;; # rules
    "3 event "*) choices=(new list show teams schedule pair divide record publish print) ;; # event
    "4 event print") choices=(book round posters seats moves log) ;; # event print
    "3 share "*) choices=(once follow take forget schema) ;; # share
    esac ;;
esac
if ((${#choices})); then
    compadd -a choices
else
    _files
fi
