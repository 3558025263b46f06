/** Finds the things that an account keeps in the description of the API, for the console's lists and forms. */
@NullMarked
package encore.api.docs.resources;

import org.jspecify.annotations.NullMarked;
