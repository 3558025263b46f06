package encore.infra.eventstore.process;

/**
 * Work that an event began and that goes on in steps.
 *
 * @param position of the event
 * @param cursor where the next step begins, in the automation's own words
 */
public record LongWork(long position, long account, String cursor) {

    public static final String PREFIX = "work/";

    public String key() {
        return Outgoing.key(PREFIX, position, 0);
    }
}
