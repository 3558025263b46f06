/** Decides about scans: each is recorded once, with the holder of the code. */
@NullMarked
package encore.command.scans;

import org.jspecify.annotations.NullMarked;
