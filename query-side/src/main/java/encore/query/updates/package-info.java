/** Answers recent changes so that consecutive calls miss none. */
@NullMarked
package encore.query.updates;

import org.jspecify.annotations.NullMarked;
