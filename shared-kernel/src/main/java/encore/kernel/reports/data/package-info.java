/** The numbers of reports, one record for each type. */
@NullMarked
package encore.kernel.reports.data;

import org.jspecify.annotations.NullMarked;
