package encore.kernel.updates;

/** The kind of a record that changed. */
public enum UpdateKind {
    PERFORMANCE,
    IDOL,
    IDOL_EVENT,
    /** A change of a venue, which shows as a change of its performances and idol events. */
    VENUE,
    /** A change of the names that idols have, which shows as a change of the performances of an artist of this name. */
    IDOL_NAME,
    /** A change of a ticket event, which shows as a change of the performance that it is, or was, linked with. */
    TICKETS
}
