/** Tells who is called what on which network. */
@NullMarked
package encore.query.identifiers;

import org.jspecify.annotations.NullMarked;
