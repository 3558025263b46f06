/** Keeps the custom fields of accounts, and counts the fans that have a value of each. */
@NullMarked
package encore.query.fields;

import org.jspecify.annotations.NullMarked;
