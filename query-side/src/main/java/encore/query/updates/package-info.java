/** Tells what changed lately, in such a way that who asks again misses nothing. */
@NullMarked
package encore.query.updates;

import org.jspecify.annotations.NullMarked;
