/** Chat in the rooms of a show: messages, their moderation, and reports. */
@NullMarked
package encore.kernel.shows.chat;

import org.jspecify.annotations.NullMarked;
