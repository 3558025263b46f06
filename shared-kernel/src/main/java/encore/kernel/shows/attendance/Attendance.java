package encore.kernel.shows.attendance;

import encore.kernel.published.PublishedValue;

/**
 * The numbers of fans and connections in a show during one slot of 10 seconds, over all gateways. Staff that follows a
 * room is not counted.
 *
 * @param fanCount the most fans at once
 * @param connectionCount the connections at the end of the slot, those of guests too
 * @param openedCount the connections that came in the slot
 * @param closedCount the connections that left in the slot
 */
public record Attendance(
        @PublishedValue int fanCount,
        @PublishedValue int connectionCount,
        @PublishedValue int openedCount,
        @PublishedValue int closedCount) {}
