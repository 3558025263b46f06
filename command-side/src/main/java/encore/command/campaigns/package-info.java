/** Decides about campaigns and what stands below them. */
@NullMarked
package encore.command.campaigns;

import org.jspecify.annotations.NullMarked;
