/** Keeps the branding of accounts, and finds the legal texts that fans accept. */
@NullMarked
package encore.query.branding;

import org.jspecify.annotations.NullMarked;
