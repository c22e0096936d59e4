# Completes the commands of scorepad in fish.
complete -c scorepad -n __fish_use_subcommand -a "score rules matches show new record import choose event sheet book export verify check backup restore share help"
complete -c scorepad -n "__fish_seen_subcommand_from rules" -a "list show check diff"
complete -c scorepad -n "__fish_seen_subcommand_from event" -a "new list show teams schedule pair record publish print"
complete -c scorepad -n "__fish_seen_subcommand_from print" -a "book round posters seats moves log"
complete -c scorepad -n "__fish_seen_subcommand_from share" -a "once follow take forget schema"
complete -c scorepad -l first-dealer -x -a "0 1 2 3 draw"
complete -c scorepad -l paper -x -a "A4 Letter"
complete -c scorepad -l format -x -a "csv json xlsx pdf html"
