/** Keys, accounts, call limits and address rules, which every gateway keeps in memory. */
@NullMarked
package encore.api.keys;

import org.jspecify.annotations.NullMarked;
