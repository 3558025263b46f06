/** Lists whose items share one stream: the rules that all such lists have. */
@NullMarked
package encore.command.lists;

import org.jspecify.annotations.NullMarked;
