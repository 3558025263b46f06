/** Answers which tab items a campaign has. */
@NullMarked
package encore.query.tabitems;

import org.jspecify.annotations.NullMarked;
