/** Keeps in memory what fans are searched by, and answers any combination of criteria. */
@NullMarked
package encore.query.search;

import org.jspecify.annotations.NullMarked;
