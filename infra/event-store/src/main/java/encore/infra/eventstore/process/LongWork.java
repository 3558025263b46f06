package encore.infra.eventstore.process;

/**
 * Work that an event started and that an automation continues in steps.
 *
 * @param position the position of the event
 * @param cursor the start of the next step, in the automation's own format
 */
public record LongWork(long position, long account, String cursor) {

    public static final String PREFIX = "work/";

    public String key() {
        return OutboxCommand.key(PREFIX, position, 0, null);
    }
}
