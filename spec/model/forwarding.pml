/* Forwarding: a message that goes round among forwarders, LOOP-2 by the preferred reading, written from spec/routing.md.
 * Every forwarder passes it on to any other, or to itself.
 *
 * spin -a forwarding.pml && gcc -o pan pan.c && ./pan -a -N PROPERTY
 */

#define FORWARDERS 3
#define LIMIT 5

byte at;
byte count;
bool over;

active proctype Message() {
    do
    :: atomic { !over && count < LIMIT -> count++; at = 0 }
    :: atomic { !over && count < LIMIT -> count++; at = 1 }
    :: atomic { !over && count < LIMIT -> count++; at = 2 }
    :: atomic { !over && count >= LIMIT -> over = true }
    :: over -> break
    od
}

/* A forwarded message ends. */
ltl it_ends { <> over }

/* And it is never forwarded more often than it may be. */
ltl never_beyond_the_limit { [] (count <= LIMIT) }
