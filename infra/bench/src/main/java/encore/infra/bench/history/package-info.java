/** Writes events of fans, tickets, tags and idols into a log, as if its account had been busy. */
@NullMarked
package encore.infra.bench.history;

import org.jspecify.annotations.NullMarked;
