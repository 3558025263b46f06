/** Custom fields: data about fans that an account adds to the data that every account has. */
@NullMarked
package encore.kernel.fields;

import org.jspecify.annotations.NullMarked;
