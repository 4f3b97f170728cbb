/* Dynamic routing: requests for a route to one service, DYNAMIC-1 and DELAY-1, by the preferred readings, written from
 * spec/routing.md. Conversations come and are delayed; the dynamic routing service makes a route or not, and ends the
 * dialog when it likes.
 *
 * spin -a dynamic_routing.pml && gcc -o pan pan.c && ./pan -a -N PROPERTY
 * With -DLISTED (for spin) each step is printed as it is explored: state, what happened, state after it.
 */

#define CONVERSATIONS 2

#define idle 0
#define delayed 1
#define routed 2

byte conversation[CONVERSATIONS];
byte open;                                                  /* dialogs of requests that have not ended */
bool route;
bool settled;                                               /* the service makes no more routes, and the one there stays */

#ifdef LISTED
#define state_listed(between) \
    c_code { printf("%s%d%d%d%d", between, now.conversation[0], now.conversation[1], now.open, now.route); }
#define begin_listing(word) c_code { printf("step"); }; state_listed(" "); c_code { printf(" " word); }
#define end_listing() state_listed(" "); c_code { printf("\n"); }
#else
#define begin_listing(word) skip
#define end_listing() skip
#endif

/* MATCH-4 and what follows. `after_answer`: it is matched because the request ended. */
inline match(which, after_answer) {
    if
    :: route -> conversation[which] = routed
    :: !route && open == 0 && !(after_answer) -> conversation[which] = delayed; open++
    :: else -> conversation[which] = delayed
    fi
}

inline list_match(which) {
    if
    :: which == 0 -> begin_listing("match-0")
    :: else -> begin_listing("match-1")
    fi
}

active [CONVERSATIONS] proctype Conversation() {
    do
    :: atomic { conversation[_pid] == idle -> list_match(_pid); match(_pid, false); end_listing() }
    /* The time-out is over. */
    :: atomic { conversation[_pid] == delayed -> list_match(_pid); match(_pid, false); end_listing() }
    :: conversation[_pid] == routed -> break
    od
}

active proctype Service() {
    do
    :: atomic { !settled && !route -> begin_listing("route"); route = true; end_listing() }
    :: atomic { !settled && route -> settled = true }
    :: atomic { open > 0 ->
        begin_listing("end");
        open--;
        if :: conversation[0] == delayed -> match(0, true) :: else -> skip fi;
        if :: conversation[1] == delayed -> match(1, true) :: else -> skip fi;
        end_listing() }
    od
}

/* There is at most one request for the service at a time. */
ltl one_request_at_a_time { [] (open <= 1) }

/* Once there is a route, whoever waits gets it, even if a dialog is never ended: the time-out has it matched. */
ltl routed_in_the_end { [] (settled -> <> (conversation[0] == routed && conversation[1] == routed)) }
