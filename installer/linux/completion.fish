# Completes the commands of scorepad in fish.
complete -c scorepad -n __fish_use_subcommand -a "score rules matches show new record import choose event sheet book export verify check backup restore share help" # scorepad
complete -c scorepad -n "__fish_seen_subcommand_from rules" -a "list show check diff" # rules
complete -c scorepad -n "__fish_seen_subcommand_from event" -a "new list show teams schedule pair divide record publish print" # event
complete -c scorepad -n "__fish_seen_subcommand_from print" -a "book round posters seats moves log" # event print
complete -c scorepad -n "__fish_seen_subcommand_from share" -a "once follow take forget schema" # share
complete -c scorepad -l format -x -a "csv json xlsx pdf html" # --format
complete -c scorepad -l paper -x -a "A4 Letter"
