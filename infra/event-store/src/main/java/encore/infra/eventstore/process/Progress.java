package encore.infra.eventstore.process;

/**
 * Tells how far an automation is.
 *
 * @param position of the last event that was folded
 * @param delivered commands that were decided on, in all
 * @param refused those of them that a rule said no to
 * @param outbox commands whose outcome is not known
 * @param letters events and commands that are held up, those that only wait included
 */
public record Progress(long position, long delivered, long refused, long outbox, long letters) {

    public static final String KEY = "progress";
    public static final Progress NONE = new Progress(0, 0, 0, 0, 0);
}
