/** Keeps the login settings of accounts. */
@NullMarked
package encore.query.loginsettings;

import org.jspecify.annotations.NullMarked;
