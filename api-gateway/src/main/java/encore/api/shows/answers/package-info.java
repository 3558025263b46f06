/** Takes answers of fans to quiz questions of live shows, by HTTP and by frames. */
@NullMarked
package encore.api.shows.answers;

import org.jspecify.annotations.NullMarked;
