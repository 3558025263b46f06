/** Inputs that several controllers of fans share: search criteria, corrections, and the families of tags and businesses. */
@NullMarked
package encore.api.fans.input;

import org.jspecify.annotations.NullMarked;
