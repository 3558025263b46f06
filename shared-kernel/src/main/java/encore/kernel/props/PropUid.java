package encore.kernel.props;

import org.jspecify.annotations.Nullable;

/** The answer to the commands of a prop: its uid, or null when there was none. */
public record PropUid(@Nullable String propUid) {}
