/** Branding: the texts and the picture that an account's login page and apps show. */
@NullMarked
package encore.kernel.branding;

import org.jspecify.annotations.NullMarked;
