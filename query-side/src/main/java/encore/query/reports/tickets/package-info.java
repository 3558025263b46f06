/** Reads the numbers of reports about sold tickets. */
@NullMarked
package encore.query.reports.tickets;

import org.jspecify.annotations.NullMarked;
