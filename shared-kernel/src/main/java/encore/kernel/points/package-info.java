/** Points: their types, a fan's ledger of them, and the boards that rank fans by them. */
@NullMarked
package encore.kernel.points;

import org.jspecify.annotations.NullMarked;
