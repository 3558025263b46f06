/** Keeps the props of accounts. */
@NullMarked
package encore.query.props;

import org.jspecify.annotations.NullMarked;
