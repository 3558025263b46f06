/** Reads the numbers of reports about advertising accounts. */
@NullMarked
package encore.query.reports.ads;

import org.jspecify.annotations.NullMarked;
