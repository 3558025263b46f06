/** HTTP as every feature speaks it: how input is bound, how answers and problems are written, how lists are paged. */
@NullMarked
package encore.api.http;

import org.jspecify.annotations.NullMarked;
