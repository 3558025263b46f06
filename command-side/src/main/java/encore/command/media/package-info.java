/** Decides about the media of accounts, and stores their bytes. */
@NullMarked
package encore.command.media;

import org.jspecify.annotations.NullMarked;
