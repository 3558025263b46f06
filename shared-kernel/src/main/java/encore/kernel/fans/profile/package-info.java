/** The record of a fan in parts that a change carries: profile, consent, curation, custom fields and tags. */
@NullMarked
package encore.kernel.fans.profile;

import org.jspecify.annotations.NullMarked;
