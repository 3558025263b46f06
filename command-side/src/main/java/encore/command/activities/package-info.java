/** Records activities. No activity depends on another one except through claims. */
@NullMarked
package encore.command.activities;

import org.jspecify.annotations.NullMarked;
