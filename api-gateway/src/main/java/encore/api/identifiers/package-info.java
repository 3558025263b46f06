/** Identifiers and member ids over HTTP. */
@NullMarked
package encore.api.identifiers;

import org.jspecify.annotations.NullMarked;
