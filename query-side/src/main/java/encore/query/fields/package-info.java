/** Keeps which custom fields accounts have, and how many fans have a value of each. */
@NullMarked
package encore.query.fields;

import org.jspecify.annotations.NullMarked;
