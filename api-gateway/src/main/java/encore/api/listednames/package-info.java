/** Finds things of several kinds by their names, and tells the names of things by their ids. */
@NullMarked
package encore.api.listednames;

import org.jspecify.annotations.NullMarked;
