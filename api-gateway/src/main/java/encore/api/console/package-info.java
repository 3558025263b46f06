/** The console: pages for people who look after an account, and how they sign in. */
@NullMarked
package encore.api.console;

import org.jspecify.annotations.NullMarked;
