/** Media: images that an account uploads and everybody can load. */
@NullMarked
package encore.kernel.media;

import org.jspecify.annotations.NullMarked;
