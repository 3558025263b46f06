/** Keeps the media of accounts, and answers their bytes. */
@NullMarked
package encore.query.media;

import org.jspecify.annotations.NullMarked;
