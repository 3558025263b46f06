/** Decides about fans' names on networks, each unique in its account, and about member ids. */
@NullMarked
package encore.command.identifiers;

import org.jspecify.annotations.NullMarked;
