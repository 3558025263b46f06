/** An index of the names of things in lists, by the words with which they begin. */
@NullMarked
package encore.query.listednames;

import org.jspecify.annotations.NullMarked;
