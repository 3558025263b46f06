/** Campaigns over HTTP: public reads, and management by staff. */
@NullMarked
package encore.api.campaigns;

import org.jspecify.annotations.NullMarked;
