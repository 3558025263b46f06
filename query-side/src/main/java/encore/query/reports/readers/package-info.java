/** Reads the numbers of reports, one class for each type: each asks the features that own the numbers. */
@NullMarked
package encore.query.reports.readers;

import org.jspecify.annotations.NullMarked;
