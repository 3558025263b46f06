/** Reads the numbers of reports about idols and their fans. */
@NullMarked
package encore.query.reports.idols;

import org.jspecify.annotations.NullMarked;
