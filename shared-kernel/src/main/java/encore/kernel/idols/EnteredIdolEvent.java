package encore.kernel.idols;

import java.time.Instant;

/** An idol event as it was entered; what it names is for others to say. */
public record EnteredIdolEvent(String uid, Instant created, Instant changed, IdolEventDetails details) {}
