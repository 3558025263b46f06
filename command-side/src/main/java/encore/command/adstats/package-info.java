/** Records the days of ad campaigns. */
@NullMarked
package encore.command.adstats;

import org.jspecify.annotations.NullMarked;
