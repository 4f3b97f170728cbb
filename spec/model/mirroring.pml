/* Mirroring: what the sender of a mirrored route may do, MIRROR-2 to MIRROR-6, by the preferred readings, written from
 * spec/routing.md. The two instances change roles and are cut off as they please; the sender does one permitted action
 * after the other.
 *
 * spin -a mirroring.pml && gcc -o pan pan.c && ./pan -a -N PROPERTY
 * With -DLISTED (for spin) each step of the sender is printed as it is explored: state, event and side, state after it.
 * The numbers are those of src/delivery/mirroring.hpp.
 */

#define OTHER(side) (1 - (side))

/* The phase. */
#define asking 0
#define known 1
#define lost 2
#define retrying 3
/* What was heard of a side while asking. */
#define nothing 0
#define claimed 1
#define denied 2
#define silent 3
/* An event. */
#define claims 0
#define denies 1
#define unreachable 2
#define delivered 3

/* The world. At most one side is the principal; a message that is sent reaches whoever can be reached. */
bool up[2];
bool principal[2];

/* The sender. */
byte phase = asking;
byte heard[2];
bit who;                                                    /* the principal, in known, lost and retrying */
bool used;                                                  /* something was delivered by this route */
bit turn;                                                   /* whom to ask, in retrying */
bool waits = true;                                          /* there is a message to be sent */
bool claim[2];                                              /* the last answer of the side was a claim */
bool settled;                                               /* the world changes no more */
bool wrong;                                                 /* something was sent to a side that had not claimed */

#ifdef LISTED
byte event;
byte event_side;
#define begin_listing(side, what) \
    event = what; event_side = side; \
    c_code { printf("step %d%d%d%d%d%d ", now.phase, now.heard[0], now.heard[1], now.who, now.used, now.turn); }
#define end_listing() \
    c_code { printf("%d%d ", now.event, now.event_side); \
             printf("%d%d%d%d%d%d\n", now.phase, now.heard[0], now.heard[1], now.who, now.used, now.turn); }; \
    event = 0; event_side = 0
#else
#define begin_listing(side, what) skip
#define end_listing() skip
#endif

inline hears(side, what) {
    begin_listing(side, what);
    if
    :: what == claims -> claim[side] = true
    :: what == denies || what == unreachable -> claim[side] = false
    :: else -> skip
    fi;
    if
    :: phase == asking && what == delivered -> phase = known; who = side; used = true
    :: phase == asking && what != delivered ->
        if
        :: what == claims -> heard[side] = claimed
        :: what == denies -> heard[side] = denied
        :: what == unreachable -> heard[side] = silent
        fi;
        if
        :: heard[0] != nothing && heard[1] != nothing ->
            if
            :: heard[0] == claimed && heard[1] != claimed -> phase = known; who = 0
            :: heard[1] == claimed && heard[0] != claimed -> phase = known; who = 1
            :: heard[0] == claimed && heard[1] == claimed -> skip
            :: else -> heard[0] = nothing; heard[1] = nothing
            fi
        :: else -> skip
        fi
    :: phase == known && what == delivered -> used = true
    :: phase == known && (what == denies || what == unreachable) && used -> phase = lost
    :: phase == known && (what == denies || what == unreachable) && !used ->
        phase = asking;
        heard[OTHER(side)] = nothing;
        heard[side] = (what == denies -> denied : silent)
    :: phase == lost && what == claims -> phase = known; who = side
    :: phase == lost && what != claims -> phase = retrying; turn = who
    :: phase == retrying && what == claims -> phase = known; who = side
    :: phase == retrying && what != claims -> turn = OTHER(side)
    fi;
    if
    :: phase == known -> heard[0] = nothing; heard[1] = nothing; turn = 0
    :: phase == asking -> who = 0
    :: else -> skip
    fi;
    end_listing()
}

inline asks(side) {
    if
    :: up[side] && principal[side] -> hears(side, claims)
    :: up[side] && !principal[side] -> hears(side, denies)
    :: !up[side] -> hears(side, unreachable)
    fi
}

inline sends(side) {
    wrong = wrong || !claim[side];
    if
    :: up[side] && principal[side] -> hears(side, delivered); waits = false
    :: up[side] && !principal[side] -> hears(side, denies)
    :: !up[side] -> hears(side, unreachable)
    fi
}

active proctype Sender() {
    heard[0] = nothing;
    heard[1] = nothing;
    do
    /* MIRROR-2: both are asked, and one that claims may be sent to. */
    :: atomic { waits && phase == asking && heard[0] == nothing -> asks(0) }
    :: atomic { waits && phase == asking && heard[1] == nothing -> asks(1) }
    :: atomic { waits && phase == asking && heard[0] == claimed -> sends(0) }
    :: atomic { waits && phase == asking && heard[1] == claimed -> sends(1) }
    /* MIRROR-3: everything is sent to the principal. */
    :: atomic { waits && phase == known -> sends(who) }
    /* MIRROR-4: the other is sent to if it says that it is the principal. MIRROR-5: if not, nothing is. */
    :: atomic { waits && phase == lost -> asks(OTHER(who)) }
    /* MIRROR-6: both are retried in turn. */
    :: atomic { waits && phase == retrying -> asks(turn) }
    :: atomic { !waits && !settled -> waits = true }
    od
}

active proctype World() {
    do
    :: atomic { !settled -> up[0] = !up[0] }
    :: atomic { !settled -> up[1] = !up[1] }
    :: atomic { !settled && !principal[1] -> principal[0] = !principal[0] }
    :: atomic { !settled && !principal[0] -> principal[1] = !principal[1] }
    :: atomic { !settled -> settled = true; break }
    od
}

/* Nothing is ever sent to a side whose last answer was not a claim. */
ltl only_to_who_claimed { [] !wrong }

/* If in the end a principal can be reached, every message is sent in the end. */
ltl sent_in_the_end { [] ((settled && ((up[0] && principal[0]) || (up[1] && principal[1]))) -> <> !waits) }

/* While the principal is known and claims it, the mirror is not contacted: no other phase follows from its answers. */
ltl a_reachable_principal_stays { [] ((settled && phase == known && up[who] && principal[who]) -> [] (phase == known)) }
