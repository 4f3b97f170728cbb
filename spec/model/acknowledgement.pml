/* Acknowledgement: which identifier the messages of a conversation carry, ACK-1, by either answer of picked-identifier and
 * of second-acknowledgement, written from spec/routing.md and spec/readings.md. Routes change as they please. Messages and
 * acknowledgements arrive late and in any order, are lost, and arrive again when they are sent again.
 *
 * spin -a acknowledgement.pml && gcc -o pan pan.c && ./pan -a -f -N PROPERTY
 * With -DLISTED (for spin) each step of the initiator is printed as it is explored: whether a picked identifier is kept and
 * another target refused; what is given and pinned; the event and its identifier; what is then given and pinned; the
 * verdict on an acknowledgement.
 */

#define MESSAGES 2
#define TARGETS 2

/* An identifier is the number of the target that has it. */
#define none TARGETS
#define unsent (TARGETS + 1)

/* The readings. */
bool kept;                                                  /* picked-identifier, otherwise it is picked anew */
bool refused;                                               /* second-acknowledgement, otherwise it is ignored */

/* The initiator. */
byte given = none;                                          /* what the conversation gives, so what is sent next carries */
byte pinned = none;
bool acknowledged[MESSAGES];

/* What is on its way, and the targets. */
#define of(which, who) ((which) * TARGETS + (who))
bool message[MESSAGES * TARGETS];
bool acknowledgement[MESSAGES * TARGETS];
bool reached[TARGETS];
bool ended[TARGETS];                                        /* the conversation of that target */
bool settled;                                               /* nothing is lost any more */

/* For the properties alone. */
byte begun = none;                                          /* what BEGIN DIALOG gave */
byte first = none;                                          /* the identifier in the first acknowledgement */
byte carried = unsent;                                      /* by the last message; anew from the first acknowledgement on */

#ifdef LISTED
byte event_identifier;
#define state_listed() c_code { printf(" %d%d", now.given, now.pinned); }
#define begin_listing(word, identifier) \
    event_identifier = identifier; \
    c_code { printf("step %d%d", now.kept, now.refused); }; state_listed(); \
    c_code { printf(" " word "-%d", now.event_identifier); }; event_identifier = 0
#define verdict(word) state_listed(); c_code { printf(" " word "\n"); }
#else
#define begin_listing(word, identifier) skip
#define verdict(word) skip
#endif

/* MATCH-3: "one of these is picked arbitrarily". Kept: "from then on the conversation gives it". */
inline picks(identifier) {
    begin_listing("picked", identifier);
    if
    :: kept -> given = identifier
    :: !kept -> skip
    fi;
    verdict("");
}

/* "A message is sent again until it is acknowledged, each time by a decision of its own". One that carries an identifier
 * gets to the database that has it or to none (MATCH-1, MATCH-2, LOCATE-1). One without may get to any target, whatever was
 * picked here: the next instance need not see it (route-identifier), and picks as well. */
inline sends(which) {
    carried = given;
    if
    :: given != none -> message[of(which, given)] = true
    :: given == none -> message[of(which, 0)] = true
    :: given == none -> message[of(which, 1)] = true
    :: !settled -> skip                                     /* lost, or kept from all targets */
    fi;
    if
    :: given == none -> picks(0)
    :: given == none -> picks(1)
    :: true -> skip                                         /* not matched by MATCH-3 */
    fi
}

proctype Message(byte which) {
    do
    :: atomic { !acknowledged[which] -> sends(which) }
    :: acknowledged[which] -> break
    od
}

/* "Only the last target of a message acknowledges, forwarders never do": whoever it reached, as often as it does. FORWARD-2:
 * a forwarder "acknowledges nothing and keeps nothing; the sender has the message until the target acknowledges it". */
inline takes(who, which) {
    message[of(which, who)] = false;
    reached[who] = true;
    if
    :: !ended[who] -> acknowledgement[of(which, who)] = true
    :: ended[who] || !settled -> skip                       /* lost, or delayed and so "not kept" (DELAY-1) */
    fi
}

proctype Target(byte who) {
    do
    :: atomic { message[of(0, who)] -> takes(who, 0) }
    :: atomic { message[of(1, who)] -> takes(who, 1) }
    od
}

/* "After the first acknowledgement from the target, the initiator's later messages carry the identifier that was in it. It
 * takes the place of one that BEGIN DIALOG gave." Of another target's: "In both the identifier stays, and the message that
 * was acknowledged still waits for its acknowledgement", and refused: "the conversation of that target ends". */
inline hears(who, which) {
    acknowledgement[of(which, who)] = false;
    begin_listing("acknowledged", who);
    if
    :: first == none -> carried = unsent; first = who
    :: first != none -> skip
    fi;
    if
    :: pinned == none -> acknowledged[which] = true; pinned = who; given = who; verdict("pins")
    :: pinned == who -> acknowledged[which] = true; verdict("counts")
    :: pinned != none && pinned != who && refused -> ended[who] = true; verdict("refuses")
    :: pinned != none && pinned != who && !refused -> verdict("ignores")
    fi
}

init {
    atomic {
        if :: kept = true :: kept = false fi;
        if :: refused = true :: refused = false fi;
        if :: begun = none :: begun = 0 :: begun = 1 fi;
        given = begun;
        run Message(0); run Message(1); run Target(0); run Target(1)
    }
    do
    :: atomic { acknowledgement[of(0, 0)] -> hears(0, 0) }
    :: atomic { acknowledgement[of(1, 0)] -> hears(0, 1) }
    :: atomic { acknowledgement[of(0, 1)] -> hears(1, 0) }
    :: atomic { acknowledgement[of(1, 1)] -> hears(1, 1) }
    :: atomic { !settled -> settled = true }
    od
}

/* A late acknowledgement of another target does not change it either. */
ltl the_first_acknowledgement_pins_for_good { [] (pinned == first || pinned == none) &&
    [] (pinned == 0 -> [] (pinned == 0)) && [] (pinned == 1 -> [] (pinned == 1)) }

/* A message of before that is sent again carries it, too. */
ltl later_messages_carry_what_is_pinned { [] (first == none || carried == unsent || carried == first) }

ltl earlier_messages_carry_what_was_begun_with { [] (first != none || carried == unsent || carried == begun ||
    (kept && begun == none)) }

/* Picked and kept is as if BEGIN DIALOG had given it. */
ltl what_is_given_stays_until_then { [] (given == 0 -> [] (given == 0 || first != none)) &&
    [] (given == 1 -> [] (given == 1 || first != none)) }

ltl who_is_pinned_was_reached { [] (pinned == none || reached[pinned]) }

/* Refusing is for the others. */
ltl who_is_pinned_goes_on { [] (pinned == none || !ended[pinned]) }

/* What was sent before may still arrive; when it has, nothing else is on its way to another target. */
#define on_its_way_to(who) (message[of(0, who)] || message[of(1, who)])
ltl nothing_more_for_another_target { [] ((pinned == 0 && !on_its_way_to(1)) -> [] !on_its_way_to(1)) &&
    [] ((pinned == 1 && !on_its_way_to(0)) -> [] !on_its_way_to(0)) }

/* If in the end nothing is lost, every message is acknowledged, by the target that is pinned. */
ltl acknowledged_in_the_end { [] (settled -> <> (acknowledged[0] && acknowledged[1])) }
