/** Campaigns over HTTP: what the public reads of them, and how staff sets them up. */
@NullMarked
package encore.api.campaigns;

import org.jspecify.annotations.NullMarked;
