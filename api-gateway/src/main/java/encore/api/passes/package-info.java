/** Passes over HTTP: an account issues them, a scanner checks them in. */
@NullMarked
package encore.api.passes;

import org.jspecify.annotations.NullMarked;
