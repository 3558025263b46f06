/** Decides about scans: each once, and who held the code. */
@NullMarked
package encore.command.scans;

import org.jspecify.annotations.NullMarked;
