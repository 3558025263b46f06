/** Quests over HTTP. */
@NullMarked
package encore.api.quests;

import org.jspecify.annotations.NullMarked;
