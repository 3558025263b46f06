/** The start page of an account: its numbers, its agenda, and the things that need somebody. */
@NullMarked
package encore.kernel.home;

import org.jspecify.annotations.NullMarked;
