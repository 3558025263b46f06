/** The index of fans in memory, account by account, and the statistics of the fans that it finds. */
@NullMarked
package encore.query.search.index;

import org.jspecify.annotations.NullMarked;
