/** Keeps the settings of accounts. */
@NullMarked
package encore.query.settings;

import org.jspecify.annotations.NullMarked;
