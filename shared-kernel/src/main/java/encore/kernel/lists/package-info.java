/** The common parts of lists that an account keeps: their items, their events and their order. */
@NullMarked
package encore.kernel.lists;

import org.jspecify.annotations.NullMarked;
