package encore.kernel.idolevents;

import java.time.Instant;

/** An idol event as it was entered, without data of the idol, venue and performance that it names. */
public record EnteredIdolEvent(String uid, Instant created, Instant changed, IdolEventDetails details) {}
