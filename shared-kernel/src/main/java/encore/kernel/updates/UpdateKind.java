package encore.kernel.updates;

/** Says what kind of thing changed. */
public enum UpdateKind {
    PERFORMANCE,
    IDOL,
    IDOL_EVENT,
    /** Shown by nothing but the performances and idol events that take place there. */
    VENUE,
    /** What tickets to a performance are sold for, or were; shown likewise. */
    TICKETS
}
