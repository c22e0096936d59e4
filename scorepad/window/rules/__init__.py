"""Rule sets on the screen: their list, the editor of house rules, agreed deviations.

Its modules:

    contested_readings   how the contested rules of a rule set are read
    deviations           the agreed deviations of one match from its rule set
    house_rules          the page of the house rules: the list of all rule sets
    house_rules_editor   changes a house rule set, beside its differences, a sample hand
                         and the rules in words
    house_rules_form     the form of a house rule set: a field for every parameter, made from its
                         declaration
    parameter_control    the control in which a parameter's value is typed or chosen
    rule_card            six facts of a rule set for a glance, and all its rules in sentences
    sample_hand          a hand that is scored by a rule set while that is changed, beside the
                         original
"""
