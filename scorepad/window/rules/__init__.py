"""Rule sets on the screen: their list, the editor of house rules, agreed deviations.

Its modules:

    deviations           an agreed deviation changes a parameter of the rule set for one match
    house_rules          the page of the house rules lists all rule sets
    house_rules_editor   the editor changes a house rule set, beside what differs, a sample hand and
                         the rules in words
    house_rules_field    A parameter's field has its meaning, its control, and the original's value
                         where that differs
    house_rules_form     the form of a house rule set has a field for every parameter, made from its
                         declaration
    rule_card            the card of a rule set shows six facts for a glance, and all its rules in
                         sentences
    sample_hand          A sample hand is scored by a house rule set while that is changed, beside
                         the original
"""
