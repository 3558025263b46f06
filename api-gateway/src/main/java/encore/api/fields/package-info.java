/** Custom fields over HTTP. */
@NullMarked
package encore.api.fields;

import org.jspecify.annotations.NullMarked;
