/** Keeps what campaigns there are, what stands below them, and how often they are seen. */
@NullMarked
package encore.query.campaigns;

import org.jspecify.annotations.NullMarked;
