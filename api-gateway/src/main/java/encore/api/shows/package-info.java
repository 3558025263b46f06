/** Live shows: what fans call, and what staff calls. */
@NullMarked
package encore.api.shows;

import org.jspecify.annotations.NullMarked;
