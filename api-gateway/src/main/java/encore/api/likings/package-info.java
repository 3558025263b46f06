/** The idols of fans over HTTP. */
@NullMarked
package encore.api.likings;

import org.jspecify.annotations.NullMarked;
