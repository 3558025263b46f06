package encore.kernel.shows.answers;

import java.time.Instant;

/** A time by the clock that the log's stamps are compared with. */
public record LogTime(Instant at) {}
