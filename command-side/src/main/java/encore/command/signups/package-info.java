/** Signs fans up: a fan, its tags and idol, and an activity by one call. */
@NullMarked
package encore.command.signups;

import org.jspecify.annotations.NullMarked;
