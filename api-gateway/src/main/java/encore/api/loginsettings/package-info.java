/** Login settings over HTTP. */
@NullMarked
package encore.api.loginsettings;

import org.jspecify.annotations.NullMarked;
