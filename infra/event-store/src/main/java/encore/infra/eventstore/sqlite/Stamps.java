package encore.infra.eventstore.sqlite;

/** The times that groups are stamped with, and how far readers may take time for over. */
final class Stamps {

    private long promised;
    private long current;
    private boolean writing;

    /** @param head the last stamp before a restart: what was promised then is promised still */
    Stamps(long head) {
        this.promised = head;
    }

    /** A group's stamp: behind all that was promised to be over. */
    synchronized long begin(long now) {
        current = Math.max(now, promised + 1);
        writing = true;
        return current;
    }

    /** The group is durable, or given up. */
    synchronized void end() {
        writing = false;
    }

    /**
     * A time that whatever is not durable yet will be stamped behind.
     *
     * @param head the stamp of the last durable commit; while nothing is written even that one is over
     */
    synchronized long passed(long head) {
        promised = Math.max(promised, writing ? Math.min(head, current - 1) : head);
        return promised;
    }
}
