/** Answers the start page of an account: its numbers, its agenda, and the things that need somebody. */
@NullMarked
package encore.api.home;

import org.jspecify.annotations.NullMarked;
