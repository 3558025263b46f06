/** Records activities: facts, of which none depends on another but through claims. */
@NullMarked
package encore.command.activities;

import org.jspecify.annotations.NullMarked;
