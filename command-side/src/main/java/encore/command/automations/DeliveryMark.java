package encore.command.automations;

import encore.infra.eventstore.process.AutomationTimer;

/**
 * Says which commands of an automation are delivered. It is stored beside the log, so it survives when the automation's
 * documents are lost. It never moves back.
 *
 * @param position all commands of events up to this position are delivered
 * @param timersUntil all commands of timers up to this time, in milliseconds since 1970, are delivered if events up to
 *     that position set them
 */
record DeliveryMark(long position, long timersUntil) {

    boolean contains(long eventPosition) {
        return eventPosition <= position;
    }

    /** A time alone does not say it, since a later event may set a timer for a time that is over. */
    boolean contains(AutomationTimer timer) {
        return timer.since() <= position && timer.at() <= timersUntil;
    }
}
