/** The commands of callers that speak for themselves: they register, prove contacts and change their own fan. */
@NullMarked
package encore.kernel.fans.proofs;

import org.jspecify.annotations.NullMarked;
