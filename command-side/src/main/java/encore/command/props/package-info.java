/** Decides about the props of accounts. */
@NullMarked
package encore.command.props;

import org.jspecify.annotations.NullMarked;
