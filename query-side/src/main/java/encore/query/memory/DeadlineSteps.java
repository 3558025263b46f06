package encore.query.memory;

import encore.infra.views.lanes.ReadDeadline;

/**
 * Looks at the deadline of the current question in a loop of small steps: at every 1,024th step, since looking takes
 * longer than a step. One thread uses it.
 */
public final class DeadlineSteps {

    private static final int INTERVAL = 1_024;

    private int steps;

    /**
     * Counts a step.
     *
     * @throws encore.infra.views.lanes.ReadStopped when the question has to stop
     */
    public void step() {
        check(++steps);
    }

    /**
     * Does the same as {@link #step} in a loop that counts by itself.
     *
     * @param step a number that each step of the loop increases or decreases by one
     */
    public static void check(int step) {
        if ((step & INTERVAL - 1) == 0) {
            ReadDeadline.checkCurrent();
        }
    }
}
