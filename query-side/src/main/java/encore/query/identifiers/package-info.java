/** Keeps the identifiers of fans on other networks. */
@NullMarked
package encore.query.identifiers;

import org.jspecify.annotations.NullMarked;
