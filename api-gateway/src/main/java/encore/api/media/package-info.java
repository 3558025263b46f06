/** Media over HTTP: an account uploads images, and everybody loads them in the size they ask for. */
@NullMarked
package encore.api.media;

import org.jspecify.annotations.NullMarked;
