/** Tab items of campaigns over HTTP. */
@NullMarked
package encore.api.tabitems;

import org.jspecify.annotations.NullMarked;
