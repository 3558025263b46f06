/** Settings of accounts over HTTP. */
@NullMarked
package encore.api.settings;

import org.jspecify.annotations.NullMarked;
